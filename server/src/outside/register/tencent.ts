import { bareAnswer, type CheckResult, checkResult } from '@cheyi/domain/rental/driver/paper-check'
import type { Compare } from '../../kernel/ports.ts'
import type { TencentAccount } from '../../kernel/process/config.ts'
import { type Asked, askTencent } from '../tencent/ask.ts'

const URL_OF_VENDOR = 'https://faceid.tencentcloudapi.com'
export const registerProduct = { service: 'faceid', version: '2018-03-01' }

/**
 * What the result codes of `IdCardVerification` say of somebody. The others (-2, -3 forms that it refuses, -4, -6 the register is
 * away, -7 too often today) say nothing.
 */
const meanings: Readonly<Record<string, CheckResult>> = {
  0: checkResult.same,
  '-1': checkResult.different,
  '-5': checkResult.nobody,
}

/** Compares names with identity cards by Tencent Cloud, which has no question about driving licences. */
export const tencentRegister =
  (account: TencentAccount, asked: Pick<Asked, 'now'> & Partial<Asked>): Compare =>
  async (name, identityNo) => {
    const question = { action: 'IdCardVerification', Name: name, IdCard: identityNo }
    const answer = await askTencent(account, registerProduct, { url: () => URL_OF_VENDOR, ...asked }, question)
    const result = meanings[answer?.Result ?? '']
    return result === undefined ? undefined : bareAnswer(result)
  }
