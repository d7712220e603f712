import { describe, expect, it } from 'vitest'
import type { Channel } from './certificate-fault.ts'
import { certificateFault } from './certificate-fault.ts'

const certificate = (ended: boolean) => ({ serial: 'AB12', from: 0, to: 1, ended })
const faultOf = (of: Partial<Channel>) =>
  certificateFault({ certificates: [], certificatesFault: '', providerKeyId: 'AB12', ...of } as Channel)

describe('certificates of WeChat', () => {
  it('are no fault while one of them is valid, or a public key is there', () => {
    expect(faultOf({})).toBe('')
    expect(faultOf({ certificates: [certificate(true), certificate(false)] })).toBe('')
    expect(faultOf({ certificates: [certificate(true)], providerKeyId: 'PUB_KEY_ID_1' })).toBe('')
  })

  it('say what is wrong, and since when nothing counts', () => {
    expect(faultOf({ certificatesFault: '微信支付没有应答' })).toBe('平台证书更新失败：微信支付没有应答')
    expect(faultOf({ certificates: [certificate(true)], certificatesFault: '微信支付没有应答' })).toBe(
      '平台证书已过期，无法核对收款结果：微信支付没有应答',
    )
  })
})
