import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { MainButton, Stack, Text } from '../../../ui/layout.tsx'

interface QuerySheetProps extends Asks<true> {
  /** Left out: all cars. */
  readonly vehicleId: string | undefined
}

/** Queries the provider about cars immediately. Answers true when the query was started. */
export default function QuerySheet({ vehicleId, answer }: QuerySheetProps) {
  const [jobId, setJob] = useState<string>()
  const asking = useWrite(calls.violation.sync)
  const begin = async () =>
    setJob((await asking.run({ vehicleIds: vehicleId === undefined ? undefined : [vehicleId] }))?.jobId)
  return (
    <JobSheet jobId={jobId} doing="查询违章" unit="辆" onDone={() => answer(true)} title="查询违章">
      <Stack gap={12}>
        <Text note weight="r">
          向查询服务查询{vehicleId === undefined ? '全部车辆' : '此车'}
          的违章，计入每天查询数量；新违章按车牌和时间自动匹配，已有的不会重复
        </Text>
        <MainButton loading={asking.pending} onClick={() => void begin()}>
          开始查询
        </MainButton>
      </Stack>
    </JobSheet>
  )
}
