import { snakeCase } from './letter-case.ts'

/** Rows as the parameter of `jsonb_to_recordset`: its column list is SQL, so that a key in camelCase would be read as null. */
export const recordset = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]))),
  )
