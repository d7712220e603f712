import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { builtInTemplates } from '@cheyi/domain/agreement/built-in'
import { agreementType } from '@cheyi/domain/agreement/codes'
import { paperDocument } from '@cheyi/domain/agreement/document'
import { paperExample } from '@cheyi/domain/agreement/paper-example'
import sharp from 'sharp'
import type { PaperJob } from '../src/kernel/ports.ts'
import { openPapers } from '../src/outside/paper/papers.ts'
import { canCountCpu, cpuOfChildren } from './measure/cpu.ts'
import { quantile } from './measure/measure.ts'
import type { Row } from './report/report.ts'

/* A contract as it is printed while the customer waits: all clauses, the sketch, and twelve photos of five megapixels. */

const PHOTOS = 12
/** The process reads its fonts with the first paper. */
const WARM = 3

export async function benchPapers(papers: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-papers-'))
  const printer = openPapers(folder)
  const job = await paper()
  const print = async () => {
    const file = await printer.print(job, { merchantId: '1', accountId: '1' })
    if (file.length < 100_000) throw new Error('a paper without its photos')
  }
  try {
    for (let n = 0; n < WARM; n++) await print()
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const before = canCountCpu ? await cpuOfChildren(process.pid) : 0
    const times: number[] = []
    for (let n = 0; n < papers; n++) {
      const began = performance.now()
      await print()
      times.push(performance.now() - began)
    }
    const cpu = canCountCpu ? ((await cpuOfChildren(process.pid)) - before) / papers : null
    delay.disable()
    times.sort((a, b) => a - b)
    const name = `合同PDF（${PHOTOS} 张照片）`
    return [
      { id: 'paper.p50', name: `${name} 中位`, ours: quantile(times, 0.5), unit: ' ms', bar: { most: 400 } },
      { id: 'paper.p95', name: `${name} p95`, ours: quantile(times, 0.95), unit: ' ms', bar: { most: 1000 } },
      {
        id: 'paper.cpu',
        name: `${name} 每份CPU，在自己的进程里`,
        ours: cpu,
        unit: ' ms',
        bar: { most: 800 },
        note: cpu === null ? '仅在Linux上测量' : '含并行解码的线程',
      },
      {
        id: 'paper.delay',
        name: `${name} 打印时服务线程的停顿 p99`,
        ours: delay.percentile(99) / 1e6,
        unit: ' ms',
        bar: { most: 50 },
        note: `最长 ${Math.round(delay.max / 1e6)} ms`,
      },
    ]
  } finally {
    printer.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function paper(): Promise<PaperJob> {
  const photos = await Promise.all(Array.from({ length: PHOTOS }, (_, n) => photo(n)))
  const facts = { ...paperExample, agreementNo: 'HT261120000001', madeAt: Date.parse('2026-11-20T10:00:00+08:00') }
  const mark = { markId: 'm', part: 'roof', kind: 1, x: 0.5, y: 0.5, isNew: true, photoIds: [], reason: '' } as const
  const document = paperDocument(agreementType.pickup, facts, builtInTemplates[agreementType.pickup], {
    marks: [mark, mark, mark],
    photos: photos.map((_, n) => ({ mediaId: String(n), slot: 'extra', at: facts.madeAt, sha256: '' })),
  })
  return {
    document,
    photos,
    stamp: null,
    sha256: 'a'.repeat(64),
    verifyUrl: 'https://cheyi.example/agreement/verify?c=bench',
  }
}

/** Five megapixels with the grain of a camera, which is what a JPEG takes its time and size from. */
const photo = (seed: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 2592,
      height: 1944,
      channels: 3,
      background: { r: 40 + seed * 10, g: 90, b: 120 },
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
