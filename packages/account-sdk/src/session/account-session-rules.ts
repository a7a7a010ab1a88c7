/** Rules of the sign-in, registration and password forms. */
export {
  checkAccountName,
  checkNewPassword,
  checkSignInPassword,
  checkUserId,
  checkVerificationCode,
} from '@boxwood/command-bus/rules';
