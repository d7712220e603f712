import { parseAst } from 'rolldown/parseAst'

/*
 * Faults that a program plants, one at a time, to find out whether the tests name them. Each is a small change of the kind that people make
 * by mistake and that the compiler accepts.
 */

export const faultKinds = {
  comparison: 'a comparison that is turned or one off',
  logic: 'and instead of or',
  guard: 'a guard that refuses nothing',
  offByOne: 'off by one fen, minute, hour or day',
  extreme: 'the smaller of two instead of the larger',
  where: 'a condition that a statement lost',
  await: 'a promise that nobody awaits',
  account: 'another account of the ledger',
  permission: 'a call that asks no permission',
  counter: 'a counter, log entry or notification that is not kept',
} as const
export type FaultKind = keyof typeof faultKinds

export interface Mutation {
  readonly kind: FaultKind
  /** Place of the text that is replaced, in characters. */
  readonly start: number
  readonly end: number
  readonly replacement: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
}

const comparisons: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}
const otherAccounts: Record<string, string> = {
  rentIncome: 'serviceIncome',
  serviceIncome: 'rentIncome',
  penaltyIncome: 'rentIncome',
  damageIncome: 'serviceIncome',
  cashOnHand: 'bank',
  receivable: 'unearned',
  unearned: 'receivable',
  depositRental: 'depositViolation',
  depositViolation: 'depositRental',
  badDebt: 'refundExpense',
  refundExpense: 'badDebt',
}
/** Names of functions that refuse, and of those that keep what others count or read. */
const REFUSES = /^(refuse|require|assert)[A-Z]/
const KEEPS = /^(pendingWork|audit|notify|tell|count|tally)[A-Z]|^pendingWorkChanges$/
const UNITS = new Set(['MINUTE', 'HOUR', 'DAY'])
/** A condition of SQL that stands alone between `and` and the next condition or the end of its line. */
const CONDITION =
  /\s+and (?:[a-z_]+\.)?[a-z_]+ (?:(?:=|<>|<|>|<=|>=) (?:\$\d+|\d+|'[^']*'|[a-z_]+(?:\.[a-z_]+)?)|is (?:not )?null)(?=\s|$|`)/g

/** All faults that may be planted into a file, in the order of their places. Its path decides which kinds are looked for. */
export function mutationsOf(path: string, text: string): Mutation[] {
  const found: Mutation[] = []
  const isContract = path.startsWith('packages/contract/')
  const add = (kind: FaultKind, { start, end }: { start: number; end: number }, replacement: string) =>
    found.push({ kind, start, end, replacement })
  walk(parseAst(text, { lang: 'ts' }) as unknown as Node, (node) => {
    if (isContract) {
      if (isProperty(node, /^permission$/) && (node.value as Node).type === 'ArrayExpression')
        add('permission', node.value as Node, "'signedIn'")
      return
    }
    if (node.type === 'BinaryExpression') binary(node)
    if (node.type === 'LogicalExpression' && (node.operator === '&&' || node.operator === '||'))
      add('logic', operatorOf(node), node.operator === '&&' ? '||' : '&&')
    if (node.type === 'IfStatement' && throws(node.consequent as Node)) add('guard', node.test as Node, 'false')
    if (node.type === 'ExpressionStatement') statement(node)
    if (node.type === 'CallExpression') call(node)
    if (isProperty(node, /Fen$/) && node.shorthand !== true) plus(node.value as Node)
    if (node.type === 'MemberExpression' && /^accounts?$/.test(nameOf(node.object))) {
      const other = otherAccounts[nameOf(node.property)]
      if (other !== undefined) add('account', node.property as Node, other)
    }
    if (node.type === 'TemplateElement') conditions(node)
  })
  return found.toSorted((a, b) => a.start - b.start)

  function binary(node: Node): void {
    const operator = String(node.operator)
    const turned = comparisons[operator]
    if (turned !== undefined && !isNothing(node.right as Node)) add('comparison', operatorOf(node), turned)
    if (operator === '*' && UNITS.has(nameOf(node.right))) {
      const left = node.left as Node
      add('offByOne', left, `(${text.slice(left.start, left.end)} + 1)`)
    }
  }

  function statement(node: Node): void {
    const expression = node.expression as Node
    const isAwaited = expression.type === 'AwaitExpression'
    const called = isAwaited ? (expression.argument as Node) : expression
    const name = called.type === 'CallExpression' ? calledName(called) : ''
    if (REFUSES.test(name)) add('guard', expression, 'void 0')
    else if (KEEPS.test(name)) add('counter', expression, 'void 0')
    else if (isAwaited) add('await', expression, `void ${text.slice(called.start, called.end)}`)
  }

  function call(node: Node): void {
    const callee = node.callee as Node
    if (callee.type !== 'MemberExpression') return
    const property = nameOf(callee.property)
    if (nameOf(callee.object) === 'Math' && (property === 'max' || property === 'min'))
      add('extreme', callee.property as Node, property === 'max' ? 'min' : 'max')
    // The condition of a built statement: what it is called on stays.
    if (property === 'where') add('where', { start: (callee.object as Node).end, end: node.end }, '')
  }

  function plus(value: Node): void {
    const isNumber = !/Literal|ObjectExpression|ArrowFunction|TemplateLiteral|ArrayExpression/.test(value.type)
    if (isNumber) add('offByOne', value, `(${text.slice(value.start, value.end)}) + 1`)
  }

  function conditions(node: Node): void {
    const raw = text.slice(node.start, node.end)
    for (const match of raw.matchAll(CONDITION)) {
      const start = node.start + match.index
      if (!/\bbetween\s+\S+$/.test(raw.slice(0, match.index))) add('where', { start, end: start + match[0].length }, '')
    }
  }

  /** Where the operator of a node with two sides stands. */
  function operatorOf(node: Node): { start: number; end: number } {
    const operator = String(node.operator)
    const start = text.indexOf(operator, (node.left as Node).end)
    return { start, end: start + operator.length }
  }
}

const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node.name) : '')

function calledName({ callee }: Node): string {
  return isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee)
}

const isProperty = (node: Node, key: RegExp): boolean =>
  node.type === 'Property' && node.kind === 'init' && key.test(nameOf(node.key)) && isNode(node.value)

const isNothing = (node: Node): boolean =>
  nameOf(node) === 'undefined' || (node.type === 'Literal' && node.value === null)

/** Whether a branch does nothing but refuse. */
function throws(node: Node): boolean {
  const body = node.type === 'BlockStatement' ? (node.body as Node[]) : [node]
  return body.length === 1 && body[0]!.type === 'ThrowStatement'
}

/** Puts a fault into a text. */
export const plantFault = (text: string, { start, end, replacement }: Mutation): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** The line on which a fault stands, from 1. */
export const lineOf = (text: string, { start }: Pick<Mutation, 'start'>): number =>
  text.slice(0, start).split('\n').length
