import { type CheckResult, checkResult } from '@cheyi/domain/rental/driver/codes'
import { bareAnswer } from '@cheyi/domain/rental/driver/paper-check'
import type { Compare } from '../../kernel/ports.ts'
import type { TencentAccount } from '../../kernel/process/config.ts'
import { type Asked, askTencent } from '../tencent/ask.ts'

const URL_OF_VENDOR = 'https://faceid.tencentcloudapi.com'
export const registerProduct = { service: 'faceid', version: '2018-03-01' }

/**
 * Meaning of the result codes of `IdCardVerification` about a person. The others (-2 and -3 invalid input, -4 and -6
 * register unavailable, -7 too often today) have no meaning about the person.
 */
const meanings: Readonly<Record<string, CheckResult>> = {
  0: checkResult.same,
  '-1': checkResult.different,
  '-5': checkResult.nobody,
}

/** Compares names with identity cards through Tencent Cloud, which cannot check driving licences. */
export const tencentRegister =
  (account: TencentAccount, asked: Pick<Asked, 'now'> & Partial<Asked>): Compare =>
  async (name, identityNo) => {
    const question = { action: 'IdCardVerification', Name: name, IdCard: identityNo }
    const answer = await askTencent(account, registerProduct, { url: () => URL_OF_VENDOR, ...asked }, question)
    const result = meanings[answer?.Result ?? '']
    return result === undefined ? undefined : bareAnswer(result)
  }
