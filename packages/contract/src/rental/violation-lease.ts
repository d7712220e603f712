import { leaseChanges, leaseFilingStatuses } from '@cheyi/domain/rental/violation/codes'
import { leaseColumns } from '@cheyi/domain/rental/violation/columns'
import { type TransferBar, transferBars } from '@cheyi/domain/rental/violation/lease'
import { MAX_BATCH } from '@cheyi/domain/rental/violation/violation'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, id, list, maybe, nestedRecord, text, time, Version, word } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'

const bars = Object.keys(transferBars) as [TransferBar, ...TransferBar[]]

/** Fields of a violation about its transfer to the renter. */
export const transferFields = {
  transfer: z.object({ appliedAt: out.time, toldAt: out.time.nullable(), objectUntil: out.time.nullable() }).nullable(),
  /** Why it cannot be transferred yet; null: it can, or no customer is liable. */
  transferBar: out.word(bars).nullable(),
}

/** Groups of the list: still to be filed, or finished. */
export const leaseGroups = ['open', 'done'] as const

const filter = {
  group: maybe(word(leaseGroups, '状态')),
  storeId: maybe(id('门店')),
  /** With a filing deadline before this. */
  dueBefore: maybe(time('备案期限')),
  /** Part of a plate or of the order's number. */
  keyword: maybe(text(0, 40, '关键字')),
}

/** Contracts to be filed with the traffic police. */
export const leaseCalls = {
  leases: read({
    path: '/api/lease_filing/v1/page',
    summary: '租赁合同备案列表',
    permission: ['violation.handle'],
    input: z.object({ ...cursorPaging(), ...filter }),
    /** By deadline. */
    output: z.object(
      out.pageOf(
        z.object({
          leaseId: out.id,
          status: out.code(leaseFilingStatuses),
          change: out.code(leaseChanges).nullable(),
          reason: z.string(),
          plate: z.string(),
          ...orderRef,
          agreementNo: z.string(),
          /** Only the family name without the permission for customers' files. */
          renterName: z.string(),
          from: out.time,
          to: out.time,
          dueAt: out.time,
          filedAt: out.time.nullable(),
          version: out.count,
        }),
      ),
    ),
  }),
  exportLeases: write({
    operators: false,
    path: '/api/lease_filing/v1/export',
    summary: '导出待备案合同',
    permission: ['violation.handle'],
    changes: false,
    /** With the renters' names and numbers for callers with the permission for customers' files; masked for others. */
    input: z.object({ ...filter, ...tableLooks(leaseColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
  fileLeases: write({
    operators: false,
    path: '/api/lease_filing/v1/batch',
    summary: '批量备案',
    permission: ['violation.handle'],
    whileSuspended: true,
    input: z.object({
      leases: list(nestedRecord({ leaseId: id('备案'), version: Version }, '备案'), MAX_BATCH, '备案', 1),
    }),
    /** How each went, and why it was refused, is the job's answer. */
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull'],
    refreshes: ['overview', 'todo'],
  }),
  setLease: write({
    operators: false,
    path: '/api/lease_filing/v1/set/status',
    summary: '标记租赁合同备案结果',
    permission: ['violation.handle'],
    repeat: 'version',
    whileSuspended: true,
    input: z.object({
      leaseId: id('备案'),
      version: Version,
      status: code(leaseFilingStatuses, '备案状态'),
      /** For a failed filing. */
      reason: maybe(text(1, 200, '失败原因')),
    }),
    output: z.object({ leaseId: out.id, status: out.code(leaseFilingStatuses), version: out.count }),
    refusals: ['violationStatusRefuses'],
    refreshes: ['overview', 'todo'],
  }),
}
