import { createHash } from 'node:crypto'
import type { ShareProof } from './ports.ts'

/**
 * The signature by which WeChat allows a page of the account to set its share card. The address is that of the page as the browser shows it,
 * without what follows `#`.
 */
export const shareSignature = (
  ticket: string,
  address: string,
  { nonceStr, timestamp }: Pick<ShareProof, 'nonceStr' | 'timestamp'>,
): string =>
  createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${address.replace(/#.*/, '')}`)
    .digest('hex')
