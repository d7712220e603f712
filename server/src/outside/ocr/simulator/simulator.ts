import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { idCheckSign } from '@cheyi/domain/check/id-number'
import { addMonths, localDate } from '@cheyi/domain/time'
import { type LocalServer, localServer } from '../../local-server.ts'
import { authorisation, VERSION } from '../wire.ts'

const SKEW_S = 300

interface Simulated {
  readonly secretId: string
  readonly secretKey: string
  readonly now: () => number
}

/**
 * The vendor's side of the wire: signature, clock, version and names as documented. It reads no picture: what it says of
 * one is made from its digest, alike each time, about nobody.
 */
export function ocrSimulator(account: Simulated): LocalServer {
  /** A licence is that of the card shown before it. */
  let shown = ''
  async function answer(request: IncomingMessage): Promise<object> {
    const header = (name: string) => String(request.headers[name] ?? '')
    const body = (await buffer(request)).toString()
    const timestamp = Number(header('x-tc-timestamp'))
    const action = header('x-tc-action')
    if (Math.abs(account.now() / 1000 - timestamp) > SKEW_S) return fault('AuthFailure.SignatureExpire')
    if (header('authorization') !== authorisation(account, { host: header('host'), action, body, timestamp }))
      return fault('AuthFailure.SignatureFailure')
    if (header('x-tc-version') !== VERSION) return fault('NoSuchVersion')
    const { ImageBase64 = '', CardSide } = JSON.parse(body) as { ImageBase64?: string; CardSide?: string }
    if (ImageBase64 === '') return fault('FailedOperation.EmptyImageError')
    const IdNum = idNumberOf(ImageBase64)
    if (action === 'IDCardOCR' && CardSide === 'FRONT') shown = IdNum
    return (
      said(action, CardSide, action === 'DriverLicenseOCR' && shown ? shown : IdNum, localDate(account.now())) ??
      fault('InvalidAction')
    )
  }
  return localServer((request, response) => {
    answer(request)
      .catch(() => fault('InternalError'))
      .then((Response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ Response })))
  })
}

const fault = (Code: string) => ({ Error: { Code, Message: Code } })

function idNumberOf(picture: string): string {
  const digest = createHash('sha256').update(picture).digest()
  const digits = `31010419${80 + (digest[0]! % 20)}0${1 + (digest[1]! % 9)}1${digest[2]! % 10}${String(100 + (digest.readUInt16BE(3) % 900))}`
  return digits + idCheckSign(digits)
}

function said(action: string, side: string | undefined, IdNum: string, today: string): object | null {
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
