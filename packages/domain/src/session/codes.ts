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
} as const

export type CodeScene = keyof typeof codeScenes

/** Codes that anybody may ask for; that of a contract is asked for by its link, which knows whose mobile it is. */
export type OpenCodeScene = Exclude<CodeScene, 'sign'>
export const openCodeScenes = (Object.keys(codeScenes) as CodeScene[]).filter((scene) => scene !== 'sign')

/** Codes that only who is signed in can ask for; they go to their own mobile. */
export const ownScenes: readonly CodeScene[] = ['cancel', 'stepup']

/** Seconds between two codes to one mobile. */
export const RESEND_AFTER = 60
