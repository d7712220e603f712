import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrationsDir } from '../../kernel/postgres/migrate.ts'

const source = join(import.meta.dirname, '../..')

it('every kind of table may remember the columns that were assigned by hand', async () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((path) => !path.includes('.test.'))
  const texts = await Promise.all(files.map((path) => readFile(join(source, path), 'utf8')))
  const fields = texts.flatMap((text) =>
    text.includes('= tableImport<') ? [...text.matchAll(/^ {2}field: '(\w+)',$/gm)].map(([, field]) => field!) : [],
  )
  expect(fields.length).toBeGreaterThan(7)
  const migrations = globSync('*.sql', { cwd: migrationsDir }).toSorted()
  const sql = await Promise.all(migrations.map((name) => readFile(join(migrationsDir, name), 'utf8')))
  const newest = sql.findLast((text) => text.includes('import_choice_field_check'))!
  const allowed = [...newest.matchAll(/'(\w+)'/g)].map(([, word]) => word!)
  expect(fields.filter((field) => !allowed.includes(field))).toEqual([])
})
