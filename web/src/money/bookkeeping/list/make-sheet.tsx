import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'

/** Makes the vouchers of a month. Answers true when they were made. */
export default function MakeSheet({ month, answer }: { readonly month: string } & Asks<true>) {
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
