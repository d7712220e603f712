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
type CustomerScene = (typeof ofCustomers)[number]

/** Codes that can be requested without signing in. */
export type OpenCodeScene = Exclude<CodeScene, CustomerScene>
export const openCodeScenes = (Object.keys(codeScenes) as CodeScene[]).filter(
  (scene): scene is OpenCodeScene => !(ofCustomers as readonly CodeScene[]).includes(scene),
)

/** Codes that can only be requested when signed in; they are sent to the user's own mobile. */
export const ownScenes: readonly CodeScene[] = ['cancel', 'stepup']

/** Seconds between two codes to one mobile. */
export const RESEND_AFTER = 60
