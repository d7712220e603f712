import { useState } from 'react'
import { BatchProgress } from '../../job/parts/batch-progress.tsx'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../page/opened-sheet.tsx'
import { MainButton } from '../../ui/button.tsx'
import { Stack, Text } from '../../ui/layout.tsx'

/** Has the provider asked about all cars, whether or not anybody waits for it. Answers true when it was begun. */
export default function QuerySheet({ answer }: Asks<true>) {
  const [jobId, setJob] = useState<string>()
  const asking = useWrite(calls.violation.sync)
  const begin = async () => setJob((await asking.run({}))?.jobId)
  return (
    <OpenedSheet title="查询违章">
      <Stack gap={12}>
        {jobId ? (
          <BatchProgress unit="辆" jobId={jobId} onDone={() => answer(true)} />
        ) : (
          <>
            <Text note weight="r">
              向查询服务查询全部车辆的未处理违章，计入每天查询数量；新违章按车牌和时间自动匹配，已有的不会重复
            </Text>
            <MainButton loading={asking.pending} onClick={() => void begin()}>
              开始查询
            </MainButton>
          </>
        )}
      </Stack>
    </OpenedSheet>
  )
}
