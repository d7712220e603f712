import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { affects, ask, hashOf, judge } from '../../scripts/lib/advisories.mjs'

const now = Date.UTC(2026, 10, 26)
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const flaw = { id: 'GHSA-2222-3333-4444', severity: 'high', line: 'high  left-pad' }
const packages = hashOf([{ name: 'left-pad', version: '1.0.0' }])
const known = (days: number, set = packages) => ({ date: daysAgo(days), source: 'x', packages: set, found: [flaw] })

describe('advisories', () => {
  it('are those of the answer, whatever the record says', () => {
    const told = judge({ answer: { ...known(0), found: [] }, record: known(30), packages, now, ci: true })
    expect(told).toMatchObject({ failed: false, found: [] })
  })

  it.each([
    ['a record of six days', known(6), false],
    ['a record of seven days', known(7), true],
    ['a record of other packages', known(1, hashOf([{ name: 'left-pad', version: '1.0.1' }])), true],
    ['no record', undefined, true],
  ] as const)('by %s, when nobody answers', (_, record, fails) => {
    const facts = { answer: undefined, record, packages, now }
    expect(judge({ ...facts, ci: true }).failed).toBe(fails)
    const { failed, note } = judge({ ...facts, ci: false })
    expect(failed).toBe(false)
    expect(note).toContain(record === undefined ? '没有以前的查询记录' : '天前')
  })

  it('of the record still count', () => {
    expect(judge({ answer: undefined, record: known(6), packages, now, ci: true }).found).toEqual([flaw])
  })

  it.each([
    ['2026-11-20 registry answers 405', undefined, false, '自 2026-11-20 起 6 天无人查询'],
    ['2026-08-29 registry answers 405', undefined, false, '自 2026-08-29 起 89 天无人查询'],
    ['2026-08-28 registry answers 405', undefined, true, '自 2026-08-28 起 90 天无人查询'],
    // The age is that of the stored answer, even where the excuse begins later.
    ['2026-11-20 registry answers 405', known(90), true, '起 90 天无人查询'],
    ['2026-08-01 registry answers 405', known(3, 'other'), false, '起 3 天无人查询'],
    ['registry answers 405', undefined, true, '须写明从哪天起'],
    ['2027-01-01 registry answers 405', undefined, true, '须写明从哪天起'],
  ])('are excused by «%s» for a while, and it is told since when', (excuse, record, fails, told) => {
    const facts = { answer: undefined, record, packages, now, ci: true, excuse }
    expect(judge(facts)).toMatchObject({ failed: fails, note: expect.stringContaining(told) })
  })

  it('of a copy of the database that is old are no answer in CI', () => {
    expect(judge({ answer: known(8), record: known(8), packages, now, ci: true })).toMatchObject({
      failed: true,
      found: [flaw],
    })
  })
})

describe('a version', () => {
  const ranges = [
    { events: [{ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '2.0.0-beta.1' }, { last_affected: '2.3.4' }] },
  ]
  it.each([
    ['0.0.1', true],
    ['1.2.0-rc.1', true],
    ['1.2.0', false],
    ['1.10.0', false],
    ['2.0.0-alpha', false],
    ['2.0.0', true],
    ['2.3.4', true],
    ['2.3.5', false],
  ])('%s is affected: %s', (version, expected) => expect(affects({ ranges }, version)).toBe(expected))

  it('is affected up to the last that is known where a range has no end', () => {
    const open = {
      ranges: [{ events: [{ introduced: '0' }] }],
      database_specific: { last_known_affected_version_range: '<= 3.1.0' },
    }
    expect([affects(open, '3.1.0'), affects(open, '3.1.1')]).toEqual([true, false])
  })
})

describe('a copy of the advisory database', () => {
  let folder: string
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args])

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cheyi-advisories-'))
    await git('init', '-q')
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is read as git has it: what ships, in its versions, and is not withdrawn', async () => {
    const add = async (id: string, name: string, more: object = {}, ecosystem = 'npm') => {
      const place = join(folder, 'advisories', 'github-reviewed', '2026', '11', id)
      await mkdir(place, { recursive: true })
      const affected = [
        { package: { ecosystem, name }, ranges: [{ events: [{ introduced: '0' }, { fixed: '1.1.0' }] }] },
      ]
      const osv = { id, summary: '说明', affected, database_specific: { severity: 'HIGH' }, ...more }
      await writeFile(join(place, `${id}.json`), JSON.stringify(osv))
    }
    await add('GHSA-2222-2222-2222', 'left-pad')
    await add('GHSA-2222-2222-3333', 'left-pad', { withdrawn: '2026-11-02T00:00:00Z' })
    await add('GHSA-2222-2222-4444', 'left-pad', {}, 'PyPI')
    await add('GHSA-2222-2222-5555', 'another')
    await git('add', '.')
    await git('commit', '-q', '-m', 'x', '--date=2026-11-25T00:00:00Z')
    const set = [
      { name: 'left-pad', version: '1.0.0' },
      { name: 'left-pad', version: '1.1.0' },
    ]
    for (const place of [folder, join(folder, '.git')]) {
      const answer = await ask(set, place)
      expect(answer).toMatchObject({
        packages: hashOf(set),
        source: expect.stringMatching(/advisory-database@[0-9a-f]{12}$/),
      })
      expect(answer?.found).toEqual([
        {
          id: 'GHSA-2222-2222-2222',
          severity: 'high',
          line: 'high  left-pad 1.0.0  说明  https://github.com/advisories/GHSA-2222-2222-2222',
        },
      ])
    }
    await expect(ask(set, tmpdir())).rejects.toThrow()
  })
})
