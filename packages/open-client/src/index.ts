export type { Calls } from './calls.gen.ts'
export { routes } from './calls.gen.ts'
export {
  type CallName,
  type ClientOptions,
  type InputOf,
  OpenClient,
  OpenRefusal,
  type OutputOf,
  requestOf,
  signedRequest,
} from './client.ts'
export { canonicalQuery, sign, stringToSign, type ToSign, verifyWebhook, type WebhookEvent } from './sign.ts'
