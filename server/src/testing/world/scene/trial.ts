import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

/** The trial of an import that has ended, as a job of an account; its file is not there. */
export async function makeTrial(
  t: TestApp,
  { merchantId }: World,
  accountId: string,
  kind: string,
  input: object = {},
): Promise<string> {
  const { rows } = await t.root.query(
    `insert into job (merchant_id, kind, account_id, input, state, finished_at) values ($1, $2, $3, $4, 2, now()) returning id`,
    [merchantId, kind, accountId, { path: 'none.csv', ...input }],
  )
  return rows[0].id
}

/** The same for imports that are asked for nothing besides their table. @returns the jobs by name: `toll` has `tollTrial` */
export async function makeTrials(
  t: TestApp,
  w: World,
  accountId: string,
  ...kinds: readonly string[]
): Promise<Record<string, string>> {
  const jobs: Record<string, string> = {}
  for (const kind of kinds) jobs[`${kind}Trial`] = await makeTrial(t, w, accountId, `${kind}Check`)
  return jobs
}
