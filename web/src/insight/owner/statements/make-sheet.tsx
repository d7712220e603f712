import { useState } from 'react'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { MainButton, Text } from '../../../ui/layout.tsx'

/** Makes the statements of a month for all owners. */
export default function MakeSheet({ month, answer }: { readonly month: string } & Asks<true>) {
  const [kept, setKept] = useState(0)
  const making = useWrite(calls.owner.make)
  async function run() {
    const done = await making.run({ month })
    if (done === null) return
    if (done.made === 0 && done.kept > 0) return setKept(done.kept)
    feedback.toast(done.made === 0 ? '该月没有车辆协议' : `已生成 ${done.made} 张结算单`)
    answer(true)
  }
  return (
    <OpenedSheet
      title={`生成 ${month.slice(0, 7)} 结算单`}
      footer={
        <MainButton loading={making.pending} onClick={() => void run()}>
          生成结算单
        </MainButton>
      }
    >
      <Text as="p" ink={2}>
        按该月每辆车的收入、费用和协议，为每位车主生成一张草稿。草稿会重新计算，已交车主的不变；以前月份结算后的变动计入本单
      </Text>
      {kept > 0 && <Text as="p">该月 {kept} 张结算单都已交车主</Text>}
    </OpenedSheet>
  )
}
