/** Rules of the user center: names, addresses, avatar, new password. */
export {
  checkMail,
  checkMobile,
  checkNewPassword,
  checkNickname,
  checkPicture,
  isMail,
  isMobile,
  isPlainUserId,
  isUserId,
  normalizePhoneNumber,
} from '@boxwood/command-bus/rules';
