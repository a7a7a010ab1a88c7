import { defineCatalogue } from './message-catalogue.ts';

/** Messages for the issues of `@boxwood/command-bus/rules`. */
export const ruleMessages = defineCatalogue({
  'login.accountRequired': { level: 'warning', en: 'The account cannot be empty', zh: '账号不能为空' },
  'login.passwordRequired': { level: 'warning', en: 'The password cannot be empty', zh: '密码不能为空' },
  'login.passwordLength': {
    level: 'warning',
    en: 'The password has {min} to {max} characters',
    zh: '密码长度为 {min} 到 {max} 个字符',
  },
  'login.passwordCommon': {
    level: 'warning',
    en: 'Many people use this password, or it is a name with digits; please choose another one',
    zh: '该密码过于常见，或只是名称加数字，请换一个',
  },
  'account.userIdFormat': {
    level: 'warning',
    en: '6 to 17 lowercase letters, digits, underscores or hyphens',
    zh: '6 到 17 位小写字母、数字、下划线或连字符',
  },
  'account.userIdReserved': {
    level: 'warning',
    en: 'This name is reserved; please choose another one',
    zh: '该名称已被保留，请换一个',
  },
  'account.mobileFormat': {
    level: 'warning',
    en: 'A phone number is 1 followed by 10 digits',
    zh: '手机号为 1 开头的 11 位数字',
  },
  'account.mailFormat': { level: 'warning', en: 'Mail address format not valid', zh: '邮箱格式不正确' },
  'account.codeFormat': { level: 'warning', en: 'The verification code has 6 digits', zh: '验证码为 6 位数字' },
  'account.nickLength': { level: 'warning', en: 'The name has 1 to {max} characters', zh: '名称为 1 到 {max} 个字符' },
  'feedback.imageType': {
    level: 'warning',
    en: '{name}: only jpg, jpeg and png pictures',
    zh: '{name}：仅支持 jpg、jpeg、png 图片',
  },
  'feedback.imageSize': { level: 'warning', en: '{name} is larger than {mb} MB', zh: '{name} 超过 {mb} MB' },
  'feedback.imageCount': { level: 'warning', en: 'At most {max} pictures', zh: '最多 {max} 张图片' },
  'feedback.contentLength': {
    level: 'warning',
    en: 'The text has 1 to {max} characters',
    zh: '内容为 1 到 {max} 个字符',
  },
  'feedback.contactLength': {
    level: 'warning',
    en: 'The contact has at most 50 characters',
    zh: '联系方式最多 50 个字符',
  },
  'ports.outside': {
    level: 'warning',
    en: 'Port {port} is not between {min} and {max}',
    zh: '端口 {port} 不在 {min} 到 {max} 之间',
  },
  'ports.backwards': { level: 'warning', en: 'The start port is above the end port', zh: '起始端口不能大于结束端口' },
  'ports.countsDiffer': {
    level: 'warning',
    en: 'Both sides must map the same number of ports',
    zh: '两侧映射的端口数量必须一致',
  },
  'ports.none': { level: 'warning', en: 'At least one port is needed', zh: '至少需要一个端口' },
  'ports.repeated': { level: 'warning', en: 'Port {port} appears twice', zh: '端口 {port} 重复' },
  'ports.tooMany': { level: 'warning', en: 'The plan allows at most {max} ports', zh: '套餐最多支持 {max} 个端口' },
  'whitelist.empty': { level: 'warning', en: 'At least one whitelist entry is needed', zh: '至少需要一个白名单地址' },
  'whitelist.tooMany': { level: 'warning', en: 'At most {max} whitelist entries', zh: '白名单最多 {max} 个' },
  'whitelist.format': {
    level: 'warning',
    en: '{entry} is not a valid address or range',
    zh: '{entry} 不是有效的地址或地址段',
  },
  'whitelist.repeated': { level: 'warning', en: '{entry} appears twice', zh: '{entry} 重复' },
  'tunnel.remarkLength': { level: 'warning', en: 'A remark has at most {max} characters', zh: '备注最多 {max} 个字符' },
  'tunnel.exchangeCode': {
    level: 'warning',
    en: 'A code has 8 letters, digits or hyphens',
    zh: '兑换码为 8 位字母、数字或连字符',
  },
  'tunnel.state': { level: 'warning', en: 'The present state does not allow this', zh: '当前状态不允许此操作' },
  'tunnel.trialOrdinaryUser': {
    level: 'warning',
    en: 'only an ordinary user, cannot provide trial',
    zh: '您只是普通用户，无法提供试用',
  },
  'domain.hostFormat': { level: 'warning', en: '6 to 16 lowercase letters or digits', zh: '6 到 16 位小写字母或数字' },
  'domain.hostNat': { level: 'warning', en: 'A domain cannot start with nat', zh: '域名不能以 nat 开头' },
});
