import { type IdentityResult, identityResult } from '@cheyi/domain/driver/identity-check'
import type { RegisterPort } from '../../kernel/ports.ts'
import type { TencentAccount } from '../../kernel/process/config.ts'
import { type Asked, askTencent } from '../tencent/ask.ts'

const URL_OF_VENDOR = 'https://faceid.tencentcloudapi.com'
export const registerProduct = { service: 'faceid', version: '2018-03-01' }

/**
 * What the result codes of `IdCardVerification` say of somebody. The others (-2, -3 forms that it refuses, -4, -6 the register is
 * away, -7 too often today) say nothing.
 */
const meanings: Readonly<Record<string, IdentityResult>> = {
  0: identityResult.same,
  '-1': identityResult.different,
  '-5': identityResult.nobody,
}

/** Compares names with identity cards by Tencent Cloud, which has no question about driving licences. */
export function tencentRegister(account: TencentAccount, asked: Pick<Asked, 'now'> & Partial<Asked>): RegisterPort {
  return {
    compares: ['idCard'],
    async compare(name, identityNo) {
      const question = { action: 'IdCardVerification', Name: name, IdCard: identityNo }
      const answer = await askTencent(account, registerProduct, { url: () => URL_OF_VENDOR, ...asked }, question)
      return meanings[answer?.Result ?? '']
    },
  }
}
