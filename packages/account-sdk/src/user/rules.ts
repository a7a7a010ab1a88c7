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
  phoneNumber,
} from '@boxwood/command-bus/rules';
