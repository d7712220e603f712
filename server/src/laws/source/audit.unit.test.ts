import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import { fieldName } from '@cheyi/domain/platform/audit/fields'
import { auditFeatures } from '@cheyi/domain/platform/audit/words'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'

/*
 * The audit log is in Chinese: every field that a write records has a name in one table. The sources are searched for fields that handlers
 * name, and for columns of tables whose changes are recorded as rows.
 */

const src = join(import.meta.dirname, '../..')
/** Rows of these tables are compared column by column. */
const kept = ['Vehicle', 'Store', 'Model', 'Merchant', 'ServiceItem', 'FeeConfig', 'CancelRule', 'DepositPolicy']
/** Columns of every row, which the log itself records. */
const ofAnyRow = ['merchantId', 'id', 'version', 'createdAt', 'createdBy', 'updatedAt']

interface Node {
  readonly type?: string
  readonly [key: string]: unknown
}

/** Fields of `before` and `after` in the arguments of `audit` and `insertAudit`. */
function auditedIn(text: string): string[] {
  const found: string[] = []
  const sides = (value: Node, inSide: boolean): void => {
    if (value.type === 'ConditionalExpression') {
      sides(value.consequent as Node, inSide)
      sides(value.alternate as Node, inSide)
    }
    if (value.type !== 'ObjectExpression') return
    for (const property of value.properties as Node[]) {
      if (property.type === 'SpreadElement') sides(property.argument as Node, inSide)
      else if (!property.computed) {
        const { name, value: literal } = property.key as { name?: string; value?: string }
        const field = name ?? literal!
        if (inSide) found.push(field)
        else if (field === 'before' || field === 'after') sides(property.value as Node, true)
      }
    }
  }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, callee, arguments: given } = node as Node & { callee?: Node; arguments?: Node[] }
    if (type === 'CallExpression' && callee !== undefined) {
      const { name } = (callee.type === 'MemberExpression' ? callee.property : callee) as { name?: string }
      if (name === 'audit' || name === 'insertAudit') for (const one of given ?? []) sides(one, false)
    }
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseAst(text, { lang: 'ts' }))
  return found
}

const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/\.test\.|\.gen\.|testing|seed/.test(path),
)

it('every field that a handler leaves in the log has a name', () => {
  const fields = modules.flatMap((path) => auditedIn(readFileSync(join(src, path), 'utf8')))
  expect(new Set(fields).size).toBeGreaterThan(60)
  expect([...new Set(fields)].filter((field) => fieldName(field) === undefined)).toEqual([])
}, 60_000)

it('every feature that writes has a name in the log', () => {
  const writing = Object.entries(contract).filter(([, calls]) =>
    Object.values(calls).some(({ effect }) => effect === 'write'),
  )
  const unnamed = writing.filter(([feature]) => auditFeatures[feature] === undefined)
  expect(
    unnamed.map(([feature]) => `give ${feature} a name in audit.features of its manifest (packages/domain)`),
  ).toEqual([])
})

it('every column whose change is kept has a name', () => {
  const text = readFileSync(join(src, 'kernel/db/tables.gen.ts'), 'utf8')
  const columns = kept.flatMap((table) => {
    const [, body] = new RegExp(`interface ${table}Table \\{(.*?)\\n\\}`, 's').exec(text)!
    return [...body!.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => column!)
  })
  const named = columns.filter((column) => !ofAnyRow.includes(column))
  expect(named.filter((column) => fieldName(column) === undefined)).toEqual([])
})

it.each([
  ["ctx.audit({ targetType: 'order', after: { surprise: 1 } })", ['surprise']],
  ['insertAudit(ctx, name, { before: { a }, after: on ? { b } : { c } })', ['a', 'b', 'c']],
  ["ctx.audit({ targetId: id, ...(kept && {}), after: { 'd': 1, [e]: 2 } })", ['d']],
])('reads %s', (text, fields) => expect(auditedIn(text)).toEqual(fields))
