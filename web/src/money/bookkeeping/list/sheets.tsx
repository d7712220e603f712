import { percent } from '@cheyi/domain/money'
import { VOUCHER_WORD } from '@cheyi/domain/money/bookkeeping/files'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { MainButton, Note, Stack, Text } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import type { Voucher } from './screen.tsx'

/** Makes the vouchers of a month. Answers true when they were made. */
export function MakeSheet({ month, answer }: { readonly month: string } & Asks<true>) {
  const [jobId, setJob] = useState<string>()
  const making = useWrite(calls.bookkeeping.make)
  const begin = async () => setJob((await making.run({ month }))?.jobId)
  return (
    <JobSheet jobId={jobId} doing="生成凭证" unit="张凭证" onDone={() => answer(true)} title={`生成 ${month} 凭证`}>
      <Stack gap={12}>
        <Text note weight="r">
          按日、按门店汇总该月全部记账，凭证号从1起连续编号；收入按「科目编码」中的增值税拆分税额。重新生成不改变凭证号
        </Text>
        <MainButton loading={making.pending} onClick={() => void begin()}>
          开始生成
        </MainButton>
      </Stack>
    </JobSheet>
  )
}

/** The lines of a voucher: account, summary, debit and credit. */
export function VoucherSheet({ voucher }: { readonly voucher: Voucher } & Asks<never>) {
  const { number, day, storeName, lines } = voucher
  const name = `${VOUCHER_WORD}-${number}`
  return (
    <OpenedSheet title={name}>
      <Note num>{[day, storeName, '单位元'].filter(Boolean).join(' · ')}</Note>
      <Compare
        stacked
        caption={`${name}，单位元`}
        columns={['借方', '贷方']}
        rows={lines.map(({ journal, account, code, name: accountName, customer, debit, credit, rateBp }, at) => ({
          key: `${at} ${account}`,
          label: [`${code} ${accountName}`, journals.text(journal), customer, rateBp > 0 && percent(rateBp)]
            .filter(Boolean)
            .join(' · '),
          cells: [debit > 0 && yuan(debit), credit > 0 && yuan(credit)],
        }))}
      />
    </OpenedSheet>
  )
}
