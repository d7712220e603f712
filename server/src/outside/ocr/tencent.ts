import { type CarSign, platePrinted, vinPrinted } from '@cheyi/domain/platform/check/sign-reading'
import { Refusal } from '@cheyi/domain/refusal'
import {
  type DocumentReading,
  type ReadSlot,
  readDate,
  readExpiry,
  readGender,
  readingOf,
  readLicenceExpiry,
} from '@cheyi/domain/rental/driver/reading'
import type { DocumentPort } from '../../kernel/ports.ts'
import type { TencentAccount } from '../../kernel/process/config.ts'
import { type Asked, askTencent, type Fields } from '../tencent/ask.ts'

const URL_OF_VENDOR = 'https://ocr.tencentcloudapi.com'
export const ocrProduct = { service: 'ocr', version: '2018-11-19' }
/** The vendor accepts 7 MB of base64. */
const MOST = 5 * 1024 * 1024

interface Paper {
  readonly action: string
  readonly side: 'FRONT' | 'BACK'
  readonly read: (fields: Fields) => DocumentReading
}

/** Request for each side of a document, and the meaning of its answer. */
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
  // Its name and number show whether it belongs to the first page.
  licenceSub: {
    action: 'DriverLicenseOCR',
    side: 'BACK',
    read: ({ BackPageName, BackPageCardCode }) => readingOf({ name: BackPageName, licenceNo: BackPageCardCode }),
  },
}

/** Request for each sign of a car, and the meaning of its answer. */
const signs: Readonly<Record<CarSign, { readonly action: string; readonly read: (fields: Fields) => string | null }>> =
  {
    plate: { action: 'LicensePlateOCR', read: ({ Number: plate }) => platePrinted(plate) },
    vin: { action: 'VinOCR', read: ({ Vin }) => vinPrinted(Vin) },
  }

/** Reads documents and signs of cars through Tencent Cloud's OCR. */
export function tencentOcr(
  account: TencentAccount,
  asked: Pick<Asked, 'now'> & Partial<Pick<Asked, 'url'>>,
): DocumentPort {
  async function ask(picture: Buffer, question: { readonly action: string; readonly CardSide?: string }) {
    if (picture.length > MOST) throw new Refusal('ocrFailed')
    const where = { url: () => URL_OF_VENDOR, ...asked }
    const answer = await askTencent(account, ocrProduct, where, {
      ...question,
      ImageBase64: picture.toString('base64'),
    })
    if (answer === null) throw new Refusal('ocrFailed')
    return answer
  }
  return {
    async read(_, slot, picture) {
      const { action, side, read } = papers[slot]
      return read(await ask(picture, { action, CardSide: side }))
    },
    async readSign(_, sign, picture) {
      const { action, read } = signs[sign]
      const text = read(await ask(picture, { action }))
      if (text === null) throw new Refusal('ocrFailed')
      return text
    },
  }
}
