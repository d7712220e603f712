import type { Language } from '../../language.ts'
/** How a user signs in. */
export type SignInWay = 'password' | 'sms' | 'qr' | 'wukong' | 'native'

/** Purposes of an SMS code, with their names in the message. */
export const codeScenes = {
  login: '登录',
  register: '注册商家',
  forgot: '找回密码',
  bind: '绑定账号',
  cancel: '注销账号',
  stepup: '身份确认',
  sign: '签署合同',
  link: '自助办理',
  rent: '租车',
} as const

export type CodeScene = keyof typeof codeScenes

/** Requested on pages of customers: of their links, which determine the mobile number, and of a merchant's booking page. */
const ofCustomers = ['sign', 'link', 'rent'] as const satisfies readonly CodeScene[]
export type CustomerScene = (typeof ofCustomers)[number]
export const isOfCustomers = (scene: CodeScene): scene is CustomerScene =>
  (ofCustomers as readonly CodeScene[]).includes(scene)

/** What customers read of a purpose in another language than Chinese. */
const customerScenes: Readonly<Record<Exclude<Language, 'zh-CN'>, Readonly<Record<CustomerScene, string>>>> = {
  'zh-Hant': { sign: '簽署合約', link: '自助辦理', rent: '租車' },
  en: { sign: 'signing', link: 'your rental', rent: 'your booking' },
}

/** The purpose of a code in the language of who gets it. */
export const sceneText = (scene: CodeScene, language: Language): string =>
  language === 'zh-CN' || !isOfCustomers(scene) ? codeScenes[scene] : customerScenes[language][scene]

/** Codes that can be requested without signing in. */
export type OpenCodeScene = Exclude<CodeScene, CustomerScene>
export const openCodeScenes = (Object.keys(codeScenes) as CodeScene[]).filter(
  (scene): scene is OpenCodeScene => !isOfCustomers(scene),
)

/** Codes that can only be requested when signed in; they are sent to the user's own mobile. */
export const ownScenes: readonly CodeScene[] = ['cancel', 'stepup']

/** Seconds between two codes to one mobile. */
export const RESEND_AFTER = 60
