import type { Language } from '../../language.ts'

/** Parameters of each text message besides its mobile number. The templates are registered with the vendor word for word. */
export interface SmsTemplate {
  readonly code: { readonly code: string; readonly purpose: string }
  readonly passwordChanged: Readonly<Record<never, never>>
  readonly passwordReset: { readonly merchant: string }
  readonly invitation: { readonly merchant: string; readonly code: string }
  readonly merchantApproved: { readonly merchant: string }
  readonly merchantRejected: { readonly merchant: string; readonly reason: string }
  readonly merchantSuspended: { readonly merchant: string; readonly reason: string }
  readonly merchantResumed: { readonly merchant: string }
  readonly merchantClosed: { readonly merchant: string }
  readonly cancelled: Readonly<Record<never, never>>
  readonly cancelDropped: { readonly reason: string }
  /** To a customer, about an order. */
  readonly customer: { readonly merchant: string; readonly what: string }
  readonly notice: { readonly merchant: string; readonly what: string }
}

const texts: Readonly<Record<keyof SmsTemplate, string>> = {
  code: '验证码 {code}，用于{purpose}，5分钟内有效。请勿告知他人。',
  passwordChanged: '您的登录密码已修改，其他设备已退出登录。如非本人操作，请立即找回密码。',
  passwordReset: '「{merchant}」的管理员重置了您的登录密码，所有设备已退出登录。请用短信验证码登录，再设置新密码。',
  invitation:
    '「{merchant}」邀请您成为员工。请在车驿登录页点「加入商家」，用本手机号和邀请码 {code} 确认，72小时内有效。非本人受聘请忽略。',
  merchantApproved: '「{merchant}」的资料已审核通过，现在可以接单了。',
  merchantRejected: '「{merchant}」的资料未通过审核：{reason}。请修改后联系平台复审。',
  merchantSuspended: '「{merchant}」已停用：{reason}。在租订单仍可还车与结算。',
  merchantResumed: '「{merchant}」已恢复正常使用。',
  merchantClosed: '「{merchant}」已关闭。',
  cancelled: '您的账号已注销，个人信息已删除。',
  cancelDropped: '您的账号存在未完结业务（{reason}），注销申请已取消。',
  customer: '「{merchant}」{what}',
  notice: '「{merchant}」提醒您：{what}。',
}

/** Texts in other languages, registered as `code.en` and so on; where one is missing the Chinese one is sent. */
const translated: Partial<Readonly<Record<Language, Partial<Readonly<Record<keyof SmsTemplate, string>>>>>> = {
  'zh-Hant': { code: '驗證碼 {code}，用於{purpose}，5分鐘內有效。請勿告知他人。' },
  en: { code: 'Code {code} for {purpose}, valid for 5 minutes. Do not tell it to anybody.' },
}

export const smsTemplates = Object.keys(texts) as readonly (keyof SmsTemplate)[]

/** The text as the phone shows it. */
export const smsText = (template: keyof SmsTemplate, params: object, language: Language = 'zh-CN'): string =>
  `【车驿】${(translated[language]?.[template] ?? texts[template]).replaceAll(/\{(\w+)\}/g, (_, name: string) => String((params as Record<string, unknown>)[name] ?? ''))}`
