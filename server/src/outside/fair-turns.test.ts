import { copyFile, writeFile } from 'node:fs/promises'
import { contract } from '@cheyi/contract/index'
import { expect, it } from 'vitest'
import type { Envelope } from '../testing/app.ts'
import { inTheEnd } from '../testing/in-the-end.ts'
import { photo, sendUpload } from '../testing/upload.ts'
import { other, sharedMerchant, t, w } from '../testing/world/merchant.ts'
import { fairTurns } from './fair-turns.ts'
import { PICTURE_LINE, type PictureProgram } from './image/pictures.ts'
import { PAPER_LINE, type PaperProgram } from './paper/papers.ts'
import type { Program } from './program.ts'

/** A program that begins no turn until it is told to, and says whose each turn was. */
function held<Job, Result>(line: typeof PICTURE_LINE, perform: (job: Job) => Promise<Result>) {
  let gate = Promise.withResolvers<void>()
  let asked = 0
  const turns: string[] = []
  const fair = fairTurns<{ job: Job; merchantId: string }, Result>(line, async ({ job, merchantId }) => {
    await gate.promise
    turns.push(merchantId)
    return perform(job)
  })
  const program: Program<Job, Result> = {
    run(job, whose, signal) {
      asked++
      return fair.run({ job, merchantId: whose.merchantId }, whose, signal)
    },
    close() {},
  }
  return {
    program,
    turns,
    asked: () => asked,
    open: () => gate.resolve(),
    shut() {
      gate = Promise.withResolvers()
    },
  }
}

const pictures = held<Parameters<PictureProgram['run']>[0], Awaited<ReturnType<PictureProgram['run']>>>(
  PICTURE_LINE,
  async (job) => {
    for (const to of [job.target, 'thumb' in job ? job.thumb : null]) if (to !== null) await copyFile(job.source, to)
    return { ok: true, width: 64, height: 48 }
  },
)
const papers = held<Parameters<PaperProgram['run']>[0], Awaited<ReturnType<PaperProgram['run']>>>(
  PAPER_LINE,
  async ({ to }) => {
    await writeFile(to, '%PDF-1.7')
    return { ok: true }
  },
)
sharedMerchant({ other: true, poolSize: 8, programs: { pictures: pictures.program, papers: papers.program } })

/** Many ask and then one: once all of them stand in line, turns begin. @returns the answers, the last one's at the end */
async function flood(
  line: { asked(): number; open(): void },
  many: number,
  ask: (n: number) => Promise<Envelope>,
  last: () => Promise<Envelope>,
): Promise<Envelope[]> {
  const asked = Array.from({ length: many }, (_, n) => ask(n))
  await inTheEnd(() => expect(line.asked()).toBe(many))
  asked.push(last())
  await inTheEnd(() => expect(line.asked()).toBe(many + 1))
  line.open()
  return Promise.all(asked)
}

const refusals = (answers: readonly Envelope[]) => answers.filter(({ success }) => !success)

it('an account that sends 200 pictures keeps another merchant’s waiting for one of them', async () => {
  const file = await photo()
  const answers = await flood(
    pictures,
    200,
    () => sendUpload(t, { biz: 'pickup' }, file, { token: w.tokens.clerk }),
    () => sendUpload(t, { biz: 'pickup' }, file, { token: other.tokens.owner }),
  )
  expect(answers.at(-1)).toMatchObject({ success: true })
  expect(pictures.turns.indexOf(other.merchantId)).toBe(1)
  // One is worked on and 24 wait; whoever is refused sends the same again later.
  expect(refusals(answers)).toHaveLength(175)
  for (const answer of refusals(answers))
    expect(answer).toMatchObject({ errorCode: -7, httpStatus: 429, message: '前面的图片还在处理，请稍后再试' })
})

it('an account that looks at too many papers of persons at once is told so', async () => {
  const { mediaId, url } = (await sendUpload(t, { biz: 'person' }, await photo(), { token: w.tokens.clerk })).data as {
    mediaId: string
    url: string
  }
  expect(mediaId).toBeTruthy()
  pictures.shut()
  const shown = Array.from({ length: 30 }, () => t.app.inject({ url }))
  const asked = pictures.asked()
  await inTheEnd(() => expect(pictures.asked()).toBe(asked + 30))
  pictures.open()
  const answers = await Promise.all(shown)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(5)
  expect(refused[0]!.json()).toMatchObject({ errorCode: -7, message: '前面的图片还在处理，请稍后再试' })
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(25)
})

it('an account that looks at a paper again and again keeps nobody else from theirs', async () => {
  const clauses = [{ title: '租期', text: '{{承租方}}租用{{车牌号}}，自{{取车时间}}至{{约定还车时间}}', strong: true }]
  const template = { type: 1, title: '租车合同', clauses, consent: '我同意' }
  const preview = (token: string) => t.send(contract.agreement.previewTemplate, template, { token })
  const answers = await flood(
    papers,
    20,
    () => preview(w.tokens.owner),
    () => preview(other.tokens.owner),
  )
  expect(answers.at(-1)).toMatchObject({ success: true })
  expect(papers.turns.indexOf(other.merchantId)).toBe(1)
  expect(refusals(answers)).toHaveLength(17)
  expect(refusals(answers)[0]).toMatchObject({ errorCode: -7, message: '前面的合同还在处理，请稍后再试' })
})
