/** How somebody signs in. */
export type SignInWay = 'password' | 'sms' | 'qr' | 'wukong' | 'native'

/** What a code by SMS may be used for, and what its message says of it. */
export const codeScenes = {
  login: '登录',
  register: '注册商家',
  forgot: '找回密码',
  bind: '绑定账号',
  cancel: '注销账号',
  stepup: '身份确认',
  sign: '签署合同',
  link: '自助办理',
} as const

export type CodeScene = keyof typeof codeScenes

/** Asked for by a customer's link, which knows whose mobile it is. */
const ofLinks = ['sign', 'link'] as const satisfies readonly CodeScene[]
type LinkScene = (typeof ofLinks)[number]

/** Codes that anybody may ask for. */
export type OpenCodeScene = Exclude<CodeScene, LinkScene>
export const openCodeScenes = (Object.keys(codeScenes) as CodeScene[]).filter(
  (scene): scene is OpenCodeScene => !(ofLinks as readonly CodeScene[]).includes(scene),
)

/** Codes that only who is signed in can ask for; they go to their own mobile. */
export const ownScenes: readonly CodeScene[] = ['cancel', 'stepup']

/** Seconds between two codes to one mobile. */
export const RESEND_AFTER = 60
