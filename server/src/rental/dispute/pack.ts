import { createHash } from 'node:crypto'
import { deductResults } from '@cheyi/domain/money/deposit/codes'
import { paymentStatuses, payWays } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { extensionOf } from '@cheyi/domain/platform/media/path'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { agreementStatuses, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import type { PaperDocument } from '@cheyi/domain/rental/agreement/document'
import { isVoid } from '@cheyi/domain/rental/agreement/steps'
import { type PackFile, type PackFlow, type PackPaper, packDocument } from '@cheyi/domain/rental/dispute/pack'
import { photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { readOrder } from '../../booking/order/actions.ts'
import { drivingOf } from '../../fleet/vehicle-control/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { type MediaStore, newMediaPath } from '../../kernel/media-store.ts'
import { billOf } from '../../money/expense/bill/actions.ts'
import { bulkWork } from '../../platform/job/actions.ts'
import {
  beginPack,
  keepPack,
  packMeans,
  paperFacts,
  printMissing,
  type StartedPack,
  sealPack,
} from '../agreement/actions.ts'
import { casesOfOrder } from '../insurance/actions.ts'
import { historyOf } from '../order/log/actions.ts'
import * as store from './store.ts'

/* The dispute pack: an order with its handovers, payments and history as one signed file. */

type Stored = Awaited<ReturnType<typeof store.files>>[number]
type RecordRow = Awaited<ReturnType<typeof store.records>>[number]
type Accident = Awaited<ReturnType<typeof casesOfOrder>>[number]
type Bill = Awaited<ReturnType<typeof billOf>>

const sumOf = (lines: Bill['offsets']): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/** The path of each file that a pack names, with its digest. */
type Files = ReadonlyMap<string, Stored & { readonly hex: string }>

/** The SHA-256 of the content of a file, reading one part into memory at a time. */
async function digestOf(media: MediaStore, { path, sha256, parts }: Stored): Promise<string> {
  if (parts === null) return sha256.toString('hex')
  const file = await media.open(path)
  const hash = createHash('sha256')
  for await (const piece of file.read(0, file.size)) hash.update(piece)
  return hash.digest('hex')
}

/** Reads all data of a pack in one short transaction; the files are read afterwards. */
async function readAll(ctx: Context, orderId: string) {
  ctx.require('order.fee')
  const order = await readOrder(ctx, orderId)
  const [facts, bill, records, papers, stretches, plan, history, accidents, driving] = await Promise.all([
    paperFacts(ctx, order),
    billOf({ orderId }, ctx),
    store.records(ctx.db, orderId),
    store.signedPapers(ctx.db, orderId),
    store.stretches(ctx, orderId),
    store.plan(ctx.db, orderId),
    historyOf(ctx, orderId),
    casesOfOrder(ctx, orderId),
    order.returnTerms?.drivingFacts ? drivingOf(ctx, orderId) : null,
  ])
  const ids = [
    ...records.flatMap(mediaOf),
    ...papers.flatMap(({ photoIds }) => photoIds),
    ...accidents.flatMap(filesOf),
  ]
  const files = ids.length === 0 ? [] : await store.files(ctx.db, [...new Set(ids)])
  return {
    order,
    facts,
    bill,
    records,
    papers,
    stretches,
    plan,
    history,
    accidents,
    driving,
    files,
    madeBy: ctx.identity.name,
  }
}

const mediaOf = ({ photos, damageMarks, signatureId }: RecordRow): string[] => [
  ...photos.map(({ mediaId }) => mediaId),
  ...damageMarks.flatMap(({ photoIds }) => photoIds),
  ...(signatureId === null ? [] : [signatureId]),
]

const filesOf = ({ photoIds, paperIds }: Accident): string[] => [...photoIds, ...paperIds]

function fileOf(files: Files, mediaId: string, about: Partial<PackFile>): PackFile {
  const file = files.get(mediaId)
  return {
    mediaId,
    what: '',
    at: null,
    isVideo: file?.kind === 'video',
    seconds: file?.durationS ?? null,
    sha256: file?.hex ?? null,
    later: '',
    ...about,
  }
}

const recordFiles = (files: Files, { photos, damageMarks, signatureId }: RecordRow): PackFile[] => [
  ...photos.map(({ mediaId, slot, at, reissued, reason = '', by = '' }) =>
    fileOf(files, mediaId, {
      what: photoSlots[slot],
      at,
      later: reissued ? ['补传', by, reason].filter(Boolean).join('　') : '',
    }),
  ),
  ...damageMarks.flatMap(({ photoIds }) => photoIds.map((mediaId) => fileOf(files, mediaId, { what: '车身损伤' }))),
  ...(signatureId === null ? [] : [fileOf(files, signatureId, { what: '客户签名' })]),
]

const flowOf = ({
  at,
  name,
  payWay,
  direction,
  amount,
  status,
  deductResult: result,
  operatorName,
}: Bill['flows'][number]): PackFlow => ({
  at,
  name,
  way: payWay === null ? '' : payWays.text(payWay),
  direction,
  amount,
  state: result === null ? paymentStatuses.text(status) : deductResults.text(result),
  operatorName,
})

type Read = Awaited<ReturnType<typeof readAll>>

const paperOf = (
  files: Files,
  { type, status, agreementNo, signedAt, signedSha256, photoIds }: Read['papers'][number],
): PackPaper => ({
  name: agreementTypes.text(type),
  agreementNo,
  signedAt,
  standing: agreementStatuses.text(status),
  sha256: signedSha256?.toString('hex') ?? null,
  pages: photoIds.map((mediaId, i) => fileOf(files, mediaId, { what: `第${i + 1}页` })),
})

function documentOf(read: Read, files: Files, { agreementNo }: StartedPack, madeAt: number): PaperDocument {
  const { order, facts, bill } = read
  return packDocument({
    agreementNo,
    madeAt,
    madeBy: read.madeBy,
    status: order.status,
    facts,
    stretches: read.stretches,
    driving: read.driving,
    records: read.records.map((row) => ({
      ...row,
      isVoid: row.void,
      plate: row.plate ?? '',
      marks: row.damageMarks,
      notes: [row.extra.note, row.extra.parkingNote, row.extra.keyNote].filter((note) => note !== undefined),
      files: recordFiles(files, row),
    })),
    papers: read.papers.map((row) => paperOf(files, row)),
    accidents: read.accidents.map((one) => ({
      ...one,
      assessed: one.assessedFen,
      received: one.receivedFen,
      files: [
        ...one.photoIds.map((mediaId) => fileOf(files, mediaId, { what: '事故照片' })),
        ...one.paperIds.map((mediaId) => fileOf(files, mediaId, { what: '认定书与单据' })),
      ],
    })),
    bill: bill.groups,
    sums: { ...bill, writtenOff: sumOf(bill.writeOffs), offset: sumOf(bill.offsets) },
    deposits: bill.deposits,
    plan: read.plan.map(({ periodFrom, periodTo, amountFen, paidFen, ...row }) => ({
      ...row,
      from: periodFrom,
      to: periodTo,
      amount: amountFen,
      paid: paidFen,
    })),
    flows: bill.flows.toReversed().map(flowOf),
    history: read.history,
  })
}

/** Signed documents as attachments with names of their own. */
const attachedOf = (media: MediaStore, papers: Read['papers']) =>
  papers.flatMap(({ type, status, agreementNo, signedPath }) => {
    if (signedPath === null) return []
    const name = `${agreementTypes.text(type)} ${agreementNo}${isVoid(status) ? '（已作废）' : ''}.pdf`
    return [{ name, bytes: () => media.read(signedPath) }]
  })

interface Kept extends StartedPack {
  /** The path of its file, once it is created. */
  readonly path?: string
}

/** The pack of an order, for accounts that handle its documents and see its money. Two requests create two packs. */
export const makePack = bulkWork<{ readonly orderId: string }, Kept>({
  kind: 'disputePack',
  key: 'order.agreement',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { orderId } = run.input
    const pack = run.kept ?? (await run.step(beginPack))
    const path = pack.path ?? (await printPack(run, orderId, pack))
    // The pack is stored among the documents of the order; the requester downloads a copy, which is deleted like every
    // export.
    const copy = newMediaPath(run, 'job', extensionOf(path))
    await run.media.copy(path, copy)
    return {
      state: jobState.done,
      message: `编号${pack.agreementNo}，已存入订单的合同`,
      file: { path: copy, name: `举证文件${pack.agreementNo}.pdf` },
    }
  },
})

type Run = Parameters<typeof makePack.perform>[0]

async function printPack(run: Run, orderId: string, pack: Kept): Promise<string> {
  // A contract that was signed a moment ago has no file yet.
  await printMissing(await run.read(async (ctx) => ctx), orderId)
  const { read, means } = await run.read(async (ctx) => ({
    read: await readAll(ctx, orderId),
    means: await packMeans(ctx, pack),
  }))
  const files = new Map<string, Stored & { readonly hex: string }>()
  for (const [i, file] of read.files.entries()) {
    files.set(file.id, { ...file, hex: await digestOf(run.media, file) })
    if (i % 20 === 0) await run.progress(i, read.files.length)
  }
  const document = documentOf(read, files, pack, run.now)
  const sealed = await sealPack(means, document, {
    photos: document.photos.map(({ mediaId }) => {
      const file = files.get(mediaId)
      return file === undefined ? null : () => run.media.read(file.path)
    }),
    attached: attachedOf(run.media, read.papers),
  })
  const kept = await run.step(async (ctx) => ({
    ...pack,
    path: await keepPack(ctx, orderId, pack, { document, ...sealed }),
  }))
  return kept.path!
}
