import { MAX_TAG, MAX_TAGS } from '@cheyi/domain/fleet/inventory/tags'
import { verifyStatuses } from '@cheyi/domain/rental/driver/codes'
import { customerColumns } from '@cheyi/domain/rental/driver/columns'
import { customerSorts } from '@cheyi/domain/rental/driver/customer'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { cursorPaging, Flag, id, list, maybe, text, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'

/** The list of customers (客户), with what each has rented. */

const filter = {
  /** The full phone number or its last four digits, the document number, or the beginning of a name. */
  keyword: maybe(text(2, 60, '手机号、姓名或证件号')),
  /** Their rentals at this store; missing: at all stores, or at the first store of an account that sees some. */
  storeId: maybe(id('门店')),
  tag: maybe(text(1, MAX_TAG, '标签')),
  /** From the highest value down; missing: the newest customers first. */
  sort: maybe(word(customerSorts, '排序')),
}

export const customerCalls = {
  customers: read({
    path: '/api/person/v1/list',
    summary: '客户列表',
    permission: ['person.view'],
    input: z.object({ ...cursorPaging(), ...filter }),
    /** At most the 40 newest that match a keyword. Figures are usually a minute old. */
    output: out.page(
      z.object({
        personId: out.id,
        name: z.string(),
        /** Masked. */
        phone: z.string(),
        verifyStatus: out.code(verifyStatuses),
        blacklist: z.boolean(),
        tags: z.array(z.string()),
        /** Rentals that are not cancelled, and their totals. */
        orders: out.count,
        spent: out.fen,
        /** Debts of ended rentals; what a company pays is not among them. */
        owed: out.fen,
        /** The latest pickup, planned or done. */
        lastAt: out.time.nullable(),
      }),
    ),
  }),
  customerTags: read({
    path: '/api/person/v1/tag/list',
    summary: '客户标签',
    permission: ['person.view'],
    input: z.object({ storeId: maybe(id('门店')) }),
    /** The tags that customers have, at most 50. */
    output: z.array(z.string()),
  }),
  setTags: write({
    path: '/api/person/v1/tag/save',
    summary: '设置客户标签',
    permission: ['person.edit'],
    repeat: 'natural',
    input: z.object({ personId: id('客户'), tags: list(text(1, MAX_TAG, '标签'), MAX_TAGS, '标签') }),
    output: z.object({ tags: z.array(z.string()) }),
  }),
  exportCustomers: write({
    path: '/api/person/v1/list/export',
    summary: '导出客户',
    permission: ['person.view'],
    changes: false,
    /** `whole`: with full phone numbers, for accounts that may export orders of all stores, within an hour of a proof of identity. */
    input: z.object({ ...filter, whole: maybe(Flag), ...tableLooks(customerColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'proofNeeded'],
  }),
}
