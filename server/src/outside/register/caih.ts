import { createHash } from 'node:crypto'
import { checkResult } from '@cheyi/domain/rental/driver/codes'
import { bareAnswer, licenceStates, type PaperAnswer } from '@cheyi/domain/rental/driver/paper-check'
import { licenceClasses } from '@cheyi/domain/rental/driver/person'
import { formatLocal } from '@cheyi/domain/time'
import type { Compare } from '../../kernel/ports.ts'
import type { CaihAccount } from '../../kernel/process/config.ts'
import { vendorFetch } from '../vendor-fetch.ts'

/*
 * The register of the traffic police, through the 验真平台 of CAIH (中国东信): 驾驶证信息查验, `driving_license_query`.
 *
 * Documented (showdoc.com.cn/CaihVerify, pages 4812644724694594, 6240789730308594, 4812835348284779, 6235521189737525):
 * address, method, fields and signature of the request; of the answer `code` (000: request processed), `message`,
 * `msgid`, `billing` and `data` with `state` and `desc`, a result and its text; and that it contains the classes and
 * the states. Their names and values are not documented there. They were taken from a similar product (点微 8303):
 * `allowDriveCar` (C1/小型汽车) and `driveCardStatus` (A/正常, letters of GA/T 581.5), each a code with optional text. An
 * answer in any other form counts as no answer, so that a wrong assumption results in 没有结果 and never in a valid
 * licence.
 */

const TIMEOUT = 8_000

export interface Wire {
  readonly now: () => number
  /** Base URL of the platform, without the name of the product. */
  readonly url: () => string | Promise<string>
  /** Time limit of an answer, ms. */
  readonly timeout?: number
}

export const PRODUCT = 'driving_license_query'

/** The signature of a request: MD5, as the vendor requires, over the account's three keys and the time (`yyyyMMddHHmmss`, Beijing). */
export const caihSign = ({ secretKey, userKey, appId }: CaihAccount, timestamp: string): string =>
  createHash('md5')
    .update(secretKey + userKey + appId + timestamp)
    .digest('hex')

/** A request as it is sent. */
export interface CaihQuestion {
  readonly authinfo: Readonly<Record<'userkey' | 'appid' | 'timestamp' | 'sign', string>>
  readonly param: Readonly<Record<'name' | 'driveLicenseCode', string>>
}

/** Queries driving licences; requests and answers are never logged. */
export const caihRegister =
  (account: CaihAccount, { now, url, timeout = TIMEOUT }: Wire): Compare =>
  async (name, driveLicenseCode) => {
    const timestamp = formatLocal(now(), 'YYYYMMDDHHmmss')
    const { userKey: userkey, appId: appid } = account
    const question: CaihQuestion = {
      authinfo: { userkey, appid, timestamp, sign: caihSign(account, timestamp) },
      param: { name, driveLicenseCode },
    }
    try {
      const response = await vendorFetch(`${await url()}/${PRODUCT}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(question),
        signal: AbortSignal.timeout(timeout),
      })
      const { code, data } = (await response.json()) as { code?: unknown; data?: unknown }
      return code === '000' && isRecord(data) ? meaningOf(data) : undefined
    } catch {
      return undefined
    }
  }

/** The meaning of the data of an answer. A returned licence belongs to the holder, unless the answer denies it. */
function meaningOf(data: Record<string, unknown>): PaperAnswer | undefined {
  const desc = textOf(data.desc)
  if (desc.includes('不一致')) return bareAnswer(checkResult.different)
  const classes = licenceClasses(codeIn(data.allowDriveCar)).join('')
  const states = statesIn(codeIn(data.driveCardStatus))
  if (classes !== '' && states !== '') return { result: checkResult.same, states, classes }
  return /查无|无记录|未查得|未查到|不存在/.test(desc) ? bareAnswer(checkResult.nobody) : undefined
}

/** The code of `C1/小型汽车`. */
const codeIn = (value: unknown): string => textOf(value).split('/')[0]!.trim().slice(0, 20)

/** States as letters, whether the answer has letters or text. */
function statesIn(code: string): string {
  if (/^[A-Z]*$/.test(code)) return code
  const words = new Map(Object.entries(licenceStates).map(([letter, word]) => [word, letter]))
  return code
    .split(/[、,，;；]/)
    .map((word) => words.get(word.trim()) ?? 'Z')
    .join('')
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
