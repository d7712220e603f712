import {
  type DocumentReading,
  type ReadSlot,
  readDate,
  readExpiry,
  readGender,
  readingOf,
  readLicenceExpiry,
} from '@cheyi/domain/driver/reading'
import { Refusal } from '@cheyi/domain/refusal'
import type { DocumentPort } from '../../kernel/ports.ts'
import type { TencentAccount } from '../../kernel/process/config.ts'
import { authorisation, CONTENT_TYPE, VERSION } from './wire.ts'

const URL_OF_VENDOR = 'https://ocr.tencentcloudapi.com'
const TIMEOUT = 8_000
/** The vendor takes 7 MB of base64. */
const MOST = 5 * 1024 * 1024

type Fields = Readonly<Record<string, string | undefined>>

interface Paper {
  readonly action: string
  readonly side: 'FRONT' | 'BACK'
  readonly read: (fields: Fields) => DocumentReading
}

/** What is asked of each side, and what its answer means. */
const papers: Readonly<Record<ReadSlot, Paper>> = {
  imgFront: {
    action: 'IDCardOCR',
    side: 'FRONT',
    read: ({ Name, IdNum, Birth, Sex, Address }) =>
      readingOf({
        name: Name,
        identityNo: IdNum,
        birthday: readDate(Birth),
        gender: readGender(Sex),
        address: Address,
      }),
  },
  imgBack: { action: 'IDCardOCR', side: 'BACK', read: ({ ValidDate }) => readingOf(readExpiry(ValidDate)) },
  licenceMain: {
    action: 'DriverLicenseOCR',
    side: 'FRONT',
    read: ({ Name, CardCode, Class, DateOfFirstIssue, StartDate, EndDate }) =>
      readingOf({
        name: Name,
        licenceNo: CardCode,
        licenceClass: Class,
        licenceFirstIssue: readDate(DateOfFirstIssue),
        licenceExpire: readLicenceExpiry(StartDate, EndDate),
      }),
  },
  // Its name and number tell whether it belongs to the first one.
  licenceSub: {
    action: 'DriverLicenseOCR',
    side: 'BACK',
    read: ({ BackPageName, BackPageCardCode }) => readingOf({ name: BackPageName, licenceNo: BackPageCardCode }),
  },
}

/** Reads papers by Tencent Cloud's OCR, each question signed. What it is asked and answers is never logged. */
export function tencentOcr(
  account: TencentAccount,
  { now, url = () => URL_OF_VENDOR }: { readonly now: () => number; readonly url?: () => string | Promise<string> },
): DocumentPort {
  return {
    open: true,
    async read(slot, picture) {
      const { action, side, read } = papers[slot]
      if (picture.length > MOST) throw new Refusal('ocrFailed')
      const address = new URL(await url())
      const body = JSON.stringify({ ImageBase64: picture.toString('base64'), CardSide: side })
      const timestamp = Math.floor(now() / 1000)
      const answer = await ask(address, {
        body,
        headers: {
          'content-type': CONTENT_TYPE,
          authorization: authorisation(account, { host: address.host, action, body, timestamp }),
          'x-tc-action': action,
          'x-tc-version': VERSION,
          'x-tc-timestamp': String(timestamp),
          'x-tc-region': account.region,
        },
      })
      // A picture without a paper, one that is blurred, an account without means: whoever enters it types it.
      if (answer === null || 'Error' in answer) throw new Refusal('ocrFailed')
      return read(answer)
    },
  }
}

async function ask(url: URL, init: { body: string; headers: Record<string, string> }): Promise<Fields | null> {
  try {
    const response = await fetch(url, { method: 'POST', ...init, signal: AbortSignal.timeout(TIMEOUT) })
    return ((await response.json()) as { Response?: Fields }).Response ?? null
  } catch {
    return null
  }
}
