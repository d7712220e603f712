import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { kingdeeColumns, kingdeeSheet } from '@cheyi/domain/money/bookkeeping/files'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables, type Table, writeTable } from '../../outside/table/tables.ts'
import { sheetOf } from '../../platform/job/actions.ts'
import { workOff } from '../../platform/job/runner.ts'
import { type TestApp, testApp } from '../app.ts'
import { samplesOf } from '../hostile/samples.ts'
import { importer } from '../world/imports.ts'
import { makeScene, type Scene } from '../world/scene/scene.ts'
import { file } from './files.ts'

/*
 * What the product writes, opened by programs of others: tables by LibreOffice, which saves them again, and PDF files by poppler and qpdf.
 * `npm run files` and the large size of `npm test` do so where they are installed (`apt-get install --no-install-recommends libreoffice-calc
 * poppler-utils qpdf` on Debian).
 */

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** Opening every file takes a minute of processor time, which `npm test` spends only in its large size. */
const isAsked = Boolean(process.env.FILES ?? process.env.LARGE)
const has = (program: string, ask: string) => isAsked && spawnSync(program, [ask]).error === undefined
const [hasOffice, hasPdf] = [has('soffice', '--version'), has('pdftotext', '-v') && has('qpdf', '--version')]
const unless = (installed: boolean, programs: string) => (installed ? '' : `（跳过：npm run files，需要 ${programs}）`)

const folder = join(tmpdir(), `cheyi-office-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Has LibreOffice open files and save them as another kind. @returns the new files */
function converted(names: readonly string[], as: string, ending: string, how: readonly string[] = []): string[] {
  const out = join(folder, `out-${ending}`)
  const { status, stderr } = spawnSync(
    'soffice',
    [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      ...['--headless', ...how, '--convert-to', as, '--outdir', out],
      ...names.map((name) => join(folder, name)),
    ],
    { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } },
  )
  if (status !== 0) throw new Error(stderr)
  return names.map((name) => join(out, name.replace(/\.\w+$/, `.${ending}`)))
}

const save = (name: string, bytes: Buffer) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), bytes)
  return name
}

const told = (tables: readonly Table[]) =>
  tables.map(({ name, rows, marks, beyond }) => ({ name, rows, marks, beyond }))

const hard = [
  ['文字', '金额', '数'],
  ...[
    ...[
      '=1+1',
      '+8613800000000',
      '-A12',
      '@SUM(A1)',
      "'67款",
      '310115199001011234',
      '001234',
      '沪A·12345',
      '1E5',
      '2026-11-20',
    ],
    ...['11-20', '3/4', 'TRUE', '#N/A', '0.10', '50%', '𠮷野家，“引”号（全角）', '第一行\n第二行', '<b>&amp;', '12:30'],
  ].map((text, at) => [text, [0, 0.1, 1234.5, -99.99, 10_000_000.01][at % 5]!, { count: at }]),
]

describe(`LibreOffice reads what is written${unless(hasOffice, 'LibreOffice')}`, () => {
  it.skipIf(!hasOffice)(
    'of any sign, as text that stays text, amounts with two decimals and counts without',
    async () => {
      const bytes = await writeTable([{ name: '表', rows: hard, widths: [20, 12, 8] }])
      const name = save('hard.xlsx', bytes)
      const [again] = converted([name], 'xlsx', 'xlsx')
      const before = await readTables(bytes, '.xlsx', 1000)
      expect(before[0]!.rows.map(([text]) => text)).toEqual(hard.map(([text]) => text))
      expect(told(await readTables(readFileSync(again!), '.xlsx', 1000))).toEqual(told(before))
      // As it is shown, in UTF-8.
      const [shown] = converted([name], 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true', 'csv')
      const { rows } = (await readTables(readFileSync(shown!), '.csv', 1000))[0]!
      expect(rows.slice(1).map(([, amount, count]) => [amount, count])).toEqual(
        hard
          .slice(1)
          .map(([, amount], at) => [
            (amount as number).toLocaleString('en-US', { minimumFractionDigits: 2 }),
            String(at),
          ]),
      )
    },
  )

  it.skipIf(!hasOffice)('as CSV', async () => {
    // A program guesses what a cell of a CSV is: dates and shares of a hundred are read as such, and numbers lose zeros.
    const plain = hard.filter(
      ([text]) => !/^(001234|310115199001011234|1E5|11-20|3\/4|TRUE|0\.10|50%|12:30)$/.test(String(text)),
    )
    const bytes = await writeTable([{ name: '表', rows: plain, widths: [] }], 'csv')
    const as = ['--infilter=CSV:44,34,76,1,,0,false,true']
    const [again] = converted([save('plain.csv', bytes)], 'xlsx', 'xlsx', as)
    const numbers = (rows: Table['rows']) =>
      rows.map((row) => row.map((cell) => (/^-?\d+\.\d+$/.test(cell) ? String(Number(cell)) : cell)))
    const [before] = await readTables(bytes, '.csv', 1000)
    const [after] = await readTables(readFileSync(again!), '.xlsx', 1000)
    expect(numbers(after!.rows)).toEqual(numbers(before!.rows))
  })
})

/** Files that the product makes of a scene, by the call that made them. */
const made = new Map<string, Buffer>()

async function makeFiles(t: TestApp, scene: Scene): Promise<void> {
  const by = { token: scene.w.tokens.owner }
  const samples = samplesOf(scene) as unknown as Record<string, Record<string, readonly object[]>>
  for (const [feature, calls] of Object.entries(contract))
    for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
      if (!/export|template$|paper$/i.test(name)) continue
      for (const [at, input] of samples[feature]![name]!.entries()) {
        // No account makes so many in an hour.
        await t.root.query(`update job set created_at = created_at - interval '2 hours'`)
        const { data } = await t.send(call, input, by)
        const { jobId } = (data ?? {}) as { jobId?: string }
        if (jobId === undefined) continue
        await workOff(t.jobs, bulk)
        const { resultUrl } = await t.call(contract.job.detail, { jobId }, by)
        await keep(t, `${feature}.${name}${at || ''}`, resultUrl)
      }
    }
  const desk = importer(t, scene.w)
  const trial = await desk.check(await desk.upload(file('libreoffice.xlsx')), { sheet: 0 })
  await keep(t, 'result of an import', trial.resultUrl)
}

async function keep(t: TestApp, name: string, url: string | null): Promise<void> {
  if (url !== null) made.set(name, (await t.app.inject({ url })).rawPayload)
}

describe.skipIf(!hasOffice && !hasPdf)(`the files of a merchant${unless(hasOffice || hasPdf, 'LibreOffice')}`, () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp({ poolSize: 6 })
    await makeFiles(t, await makeScene(t, '写文件的车行'))
    const line = {
      line: 1,
      day: '2026-10-03',
      storeId: '7',
      journal: 2,
      account: 'bank',
      customer: null,
      rateBp: 0,
    } as const
    const named = { code: '100201', name: '银行存款_工行', storeName: '虹桥店', number: 12 }
    const lines = [
      { ...line, ...named, debitFen: 123_456, creditFen: 0 },
      { ...line, ...named, line: 2, debitFen: 0, creditFen: 123_456 },
    ]
    made.set('voucher', await writeTable([sheetOf(kingdeeSheet('2026-10'), kingdeeColumns, lines)]))
  })
  afterAll(() => t.close())

  const ofKind = (sign: string) =>
    [...made].filter(([, bytes]) => bytes.subarray(0, sign.length).toString('latin1') === sign)

  it('are those of every export, template and paper that the scene has', () => {
    expect([...made.keys()].toSorted()).toMatchSnapshot()
  })

  it.skipIf(!hasOffice)(`are read by LibreOffice cell by cell${unless(hasOffice, 'LibreOffice')}`, async () => {
    const workbooks = ofKind('PK')
    expect(workbooks.length).toBeGreaterThan(15)
    const again = converted(
      workbooks.map(([name, bytes]) => save(`${name}.xlsx`, bytes)),
      'xlsx',
      'xlsx',
    )
    for (const [at, [name, bytes]] of workbooks.entries()) {
      expect(existsSync(again[at]!), name).toBe(true)
      const before = told(await readTables(bytes, '.xlsx', 60_000))
      expect(told(await readTables(readFileSync(again[at]!), '.xlsx', 60_000)), name).toEqual(before)
    }
  })

  it.skipIf(!hasPdf)(`are PDF files without a fault, with their text${unless(hasPdf, 'poppler、qpdf')}`, () => {
    const papers = ofKind('%PDF')
    expect(papers.length).toBeGreaterThan(0)
    for (const [name, bytes] of papers) {
      const path = join(folder, save(`${name}.pdf`, bytes))
      const checked = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })
      expect([name, checked.status, checked.stderr]).toEqual([name, 0, ''])
      const { stdout } = spawnSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
      expect(stdout, name).toContain('写文件的车行')
    }
  })
})
