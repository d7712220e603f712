import { createHash } from 'node:crypto'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { addMonths, localDate } from '@cheyi/domain/time'
import type { LocalServer } from '../local-server.ts'
import { fault, type Simulated, tencentSimulator } from '../tencent/simulator.ts'
import { ocrProduct } from './tencent.ts'

/** Its result for every car: a car of the demo, so that a search by photo finds one. */
const SEEN = { plate: '沪A12234', vin: '1M8GDM9AXKP042788' } as const

/**
 * It does not read the picture: its result is derived from the digest of the picture, always the same, and describes a
 * fictitious person.
 */
export function ocrSimulator(account: Simulated): LocalServer {
  /** A licence has the person of the last identity card. */
  let shown = ''
  return tencentSimulator(account, ocrProduct, async (action, { ImageBase64 = '', CardSide }) => {
    if (ImageBase64 === '') return fault('FailedOperation.EmptyImageError')
    if (action === 'LicensePlateOCR') return { Number: SEEN.plate, Confidence: 99, Color: '' }
    if (action === 'VinOCR') return { Vin: SEEN.vin }
    const IdNum = idNumberOf(ImageBase64)
    if (action === 'IDCardOCR' && CardSide === 'FRONT') shown = IdNum
    return ocrAnswer(action, CardSide, action === 'DriverLicenseOCR' && shown ? shown : IdNum, localDate(account.now()))
  })
}

function idNumberOf(picture: string): string {
  const digest = createHash('sha256').update(picture).digest()
  const digits = `31010419${80 + (digest[0]! % 20)}0${1 + (digest[1]! % 9)}1${digest[2]! % 10}${String(100 + (digest.readUInt16BE(3) % 900))}`
  return digits + idCheckSign(digits)
}

function ocrAnswer(action: string, side: string | undefined, IdNum: string, today: string): object | null {
  const Birth = `${IdNum.slice(6, 10)}/${Number(IdNum.slice(10, 12))}/${Number(IdNum.slice(12, 14))}`
  const person = { Name: '演示客户', Sex: Number(IdNum[16]) % 2 === 1 ? '男' : '女', Address: '上海市徐汇区演示路1号' }
  const later = addMonths(today, 60)
  if (action === 'IDCardOCR' && side === 'FRONT') return { ...person, Nation: '汉', Birth, IdNum }
  if (action === 'IDCardOCR' && side === 'BACK')
    return {
      Authority: '上海市公安局徐汇分局',
      ValidDate: `${addMonths(today, -60).replaceAll('-', '.')}-${later.replaceAll('-', '.')}`,
    }
  if (action === 'DriverLicenseOCR' && side === 'BACK')
    return { BackPageName: person.Name, BackPageCardCode: IdNum, ArchivesCode: '310012345678', Record: '' }
  if (action === 'DriverLicenseOCR')
    return { ...person, CardCode: IdNum, Class: 'C1', DateOfFirstIssue: addMonths(today, -72), EndDate: later }
  return null
}
