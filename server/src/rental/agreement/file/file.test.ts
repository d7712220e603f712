import { writeFile } from 'node:fs/promises'
import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { agreementStatus } from '@cheyi/domain/rental/agreement/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { MINUTE } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../../app.ts'
import { runTimer } from '../../../kernel/process/jobs.ts'
import { openPictureProgram } from '../../../outside/image/pictures.ts'
import type { PaperProgram, PaperResult } from '../../../outside/paper/papers.ts'
import { inTheEnd } from '../../../testing/in-the-end.ts'
import { runDue } from '../../../testing/jobs.ts'
import { codeTo } from '../../../testing/sms.ts'
import { workOf } from '../../../testing/timer.ts'
import { bookArranged, payDeposits, payRent, saveRecord, sendConfirm } from '../../../testing/world/handover.ts'
import { clerk, orderRow, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

const { agreement } = contract

/** What the printer does: it prints, crashes, or does not answer until the test lets it. */
let printer: (() => Promise<PaperResult>) | 'prints' = 'prints'
let jobs = 0
const papers: PaperProgram = {
  async run({ to }) {
    jobs++
    const result: PaperResult = printer === 'prints' ? { ok: true } : await printer()
    // A file that has room for no signature would not be signed.
    if (result.ok) await writeFile(to, await blank())
    return result
  },
  close() {},
}
ownMerchant({ programs: { pictures: openPictureProgram(), papers } })

beforeEach(() => {
  printer = 'prints'
  jobs = 0
})
// A timer works for all merchants: none of another test.
afterEach(() => t.root.query('update agreement set print_at = null'))

/** A page with a field for a signature. */
async function blank(): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const { addSignatureField } = await import('../../../outside/paper/signature-field.ts')
  const { buffer } = await import('node:stream/consumers')
  const pdf = new PDFDocument()
  addSignatureField(pdf, { reason: '测试', name: '测试租车', at: 0 })
  pdf.end()
  return buffer(pdf)
}

const type = handoverType.pickup
const hand = Array.from({ length: 40 }, (_, n) => 100 + n * 7)
let serial = 0

/** An order whose pickup lacks only its contract. */
async function ready(car = 0) {
  const phone = `1381334${String(1000 + serial++)}`
  const { orderId, total } = await bookArranged(
    t,
    w,
    { form: { vehicleId: w.vehicles.lavida[car]!.id } },
    { phone, name: '周明轩' },
  )
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  t.clock.set((await orderRow(orderId)).pickupAt.getTime())
  const { record } = await saveRecord(t, w, orderId, type)
  return { orderId, recordId: record.recordId, phone }
}
async function signed({ orderId, recordId, phone }: Awaited<ReturnType<typeof ready>>) {
  const { agreementId } = await t.call(agreement.generatePickup, { orderId, recordId }, clerk())
  const { path } = await t.call(agreement.signLink, { agreementId, way: 3 }, clerk())
  const link = new URL(path, 'http://x').searchParams.get('t')!
  await t.call(agreement.signCode, { t: link }, {})
  await t.call(agreement.sign, { t: link, smsCode: await codeTo(t, phone), agree: true, hand }, {})
  return { agreementId, link }
}
const confirm = (orderId: string) => sendConfirm(t, w, { orderId, type })
/** The printer has its first job. */
const begun = () => inTheEnd(() => expect(jobs).toBe(1))
const paperOf = async (orderId: string) => (await t.call(agreement.status, { orderId }, clerk()))[0]!
const rowOf = async (id: string) => (await t.root.query('select * from agreement where id = $1', [id])).rows[0]

describe('a pickup does not wait for a printer', () => {
  it.each<[string, () => Promise<PaperResult>]>([
    ['that hangs', () => new Promise(() => {})],
    ['that crashes', async () => ({ ok: false, why: 'the process ended: SIGSEGV' })],
  ])('%s: the contract is read, signed, and the car handed over', async (_, broken) => {
    printer = broken
    const order = await ready()
    const { agreementId, link } = await signed(order)
    const page = await t.call(agreement.signPage, { t: link }, {})
    expect(page).toMatchObject({ status: agreementStatus.signed, pdfUrl: null, file: 'printing' })
    expect(page.paper).toMatchObject({ title: '机动车租赁合同', renter: '周明轩' })
    expect(await confirm(order.orderId)).toMatchObject({ success: true })
    expect(await orderRow(order.orderId)).toMatchObject({ status: orderStatus.pickedUp })
    expect(jobs).toBe(0)

    // What was signed is fixed although it has no file.
    expect(await rowOf(agreementId)).toMatchObject({ signedSha256: null, signSha256: expect.any(Buffer) })
    for (const change of [`fields = '{}'`, 'signed_at = now()', `sign_facts = '[]'`, `content_sha256 = ''`])
      await expect(t.root.query(`update agreement set ${change} where id = $1`, [agreementId])).rejects.toThrow(
        'is not changed',
      )
  })

  it('and a slow one prints after it', async () => {
    const slow = Promise.withResolvers<PaperResult>()
    printer = () => slow.promise
    const order = await ready()
    await signed(order)
    const printed = runDue(t, 'agreementPrint')
    await begun()
    expect(await confirm(order.orderId)).toMatchObject({ success: true })
    expect(await paperOf(order.orderId)).toMatchObject({ file: 'printing', pdfUrl: null })
    slow.resolve({ ok: true })
    await printed
    const { file, pdfUrl } = await paperOf(order.orderId)
    expect(file).toBe('ready')
    expect((await t.app.inject({ url: pdfUrl! })).statusCode).toBe(200)
  })

  it('signs while the contract to be signed is printed: both files are kept', async () => {
    const slow = Promise.withResolvers<PaperResult>()
    printer = () => slow.promise
    const order = await ready()
    const { agreementId } = await t.call(
      agreement.generatePickup,
      { orderId: order.orderId, recordId: order.recordId },
      clerk(),
    )
    const printed = runDue(t, 'agreementPrint')
    await begun()
    const { path } = await t.call(agreement.signLink, { agreementId, way: 3 }, clerk())
    const link = new URL(path, 'http://x').searchParams.get('t')!
    await t.call(agreement.signCode, { t: link }, {})
    await t.call(agreement.sign, { t: link, smsCode: await codeTo(t, order.phone), agree: true, hand }, {})
    slow.resolve({ ok: true })
    await printed
    expect(await paperOf(order.orderId)).toMatchObject({ file: 'printing', pdfUrl: null })
    await runDue(t, 'agreementPrint')
    const row = await rowOf(agreementId)
    expect(row).toMatchObject({ pdfPath: expect.any(String), signedPath: expect.any(String), printAt: null })
    expect(row.pdfSha256).not.toEqual(row.signedSha256)
  })
})

describe('a document that was not printed', () => {
  it('is tried again, less and less often, then given up, and printed again on request', async () => {
    const errors: unknown[] = []
    const log = { error: (facts: { err: Error }, words: string) => errors.push([words, facts.err.message]) }
    const spy = vi.spyOn(t.kernel.log, 'child').mockReturnValue(log as never)
    printer = async () => ({ ok: false, why: 'time limit: 20 s of processor time' })
    const order = await ready()
    const { agreementId, link } = await signed(order)
    for (let hour = 0; jobs < 9; hour++) {
      if (hour > 200) throw new Error('it is not tried again')
      await runTimer(t.jobs, 'agreementPrint', workOf('agreementPrint'))
      t.clock.advance(MINUTE)
    }
    t.clock.advance(60 * MINUTE)
    await runTimer(t.jobs, 'agreementPrint', workOf('agreementPrint'))
    spy.mockRestore()
    expect(jobs).toBe(9)
    expect(errors[0]).toEqual([
      'a paper was not printed',
      'a paper was not printed: time limit: 20 s of processor time',
    ])
    expect(await paperOf(order.orderId)).toMatchObject({ status: agreementStatus.signed, file: 'failed', pdfUrl: null })
    const { rows } = await t.root.query(`select kind from pending_work where subject = 'order' and subject_id = $1`, [
      order.orderId,
    ])
    expect(rows).toContainEqual({ kind: 'unprinted' })

    printer = 'prints'
    expect(await t.call(agreement.print, { agreementId }, clerk())).toEqual({ file: 'printing' })
    await runDue(t, 'agreementPrint')
    expect(await t.call(agreement.print, { agreementId }, clerk())).toEqual({ file: 'ready' })
    expect(await t.call(agreement.signPage, { t: link }, {})).toMatchObject({ pdfUrl: expect.any(String) })
    const waits = await t.root.query(`select kind from pending_work where subject = 'order' and subject_id = $1`, [
      order.orderId,
    ])
    expect(waits.rows).not.toContainEqual({ kind: 'unprinted' })
  })

  it('because its server was killed is printed by another one, once', async () => {
    printer = () => new Promise(() => {})
    const order = await ready()
    const { agreementId } = await signed(order)
    void runTimer(t.jobs, 'agreementPrint', workOf('agreementPrint'))
    await begun()

    printer = 'prints'
    const { config, clock, log } = t.kernel
    const programs = { pictures: openPictureProgram(), papers }
    const other = await buildApp({ config, addresses: t.database.addresses, clock, log, poolSize: 4, programs })
    try {
      const print = () => runTimer(other.jobs, 'agreementPrint', workOf('agreementPrint'))
      // The first server may still be printing.
      await print()
      expect(await paperOf(order.orderId)).toMatchObject({ file: 'printing' })
      t.clock.advance(3 * MINUTE)
      await print()
      expect(await paperOf(order.orderId)).toMatchObject({ file: 'ready' })
      const before = await rowOf(agreementId)
      t.clock.advance(60 * MINUTE)
      await print()
      expect(await rowOf(agreementId)).toEqual(before)
    } finally {
      await other.close()
    }
  })

  it('is not printed with another hand than the one that signed', async () => {
    const order = await ready()
    const { agreementId } = await signed(order)
    const elsewhere = await signed(await ready(1))
    await t.root.query(
      `update agreement a set signature_enc = b.signature_enc from agreement b where a.id = $1 and b.id = $2`,
      [agreementId, elsewhere.agreementId],
    )
    const spy = vi.spyOn(t.kernel.log, 'error').mockImplementation(() => {})
    await runTimer(t.jobs, 'agreementPrint', workOf('agreementPrint'))
    spy.mockRestore()
    expect(await paperOf(order.orderId)).toMatchObject({ pdfUrl: null })
  })

  it('is for who deals with documents', async () => {
    const { agreementId } = await signed(await ready())
    expect(await t.send(agreement.print, { agreementId }, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    expect(await t.send(agreement.print, { agreementId: '999999999' }, owner())).toMatchObject({ errorCode: -4 })
  })
})
