import { openDepositGaps } from '../../../fleet/model/parts/deposit-gaps-notice.tsx'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useMay, useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'

/** An order booked before its model had deposits: what can be done here, or who can do it. */
export function NoDeposits({ orderId, onAgreed }: { readonly orderId: string; readonly onAgreed: () => void }) {
  const mayCollect = useMay('deposit.collect')
  const mayWaive = useMay('deposit.waive')
  const mayEdit = useMayWhole('model.edit')
  const rule = useRead(calls.deposit.policy, { orderId })
  const ruled = rule.data?.rows ?? []
  if (rule.isPending) return null
  const mayAgree = mayCollect && (ruled.length > 0 || mayWaive)
  async function agree() {
    if (await open(() => import('../../../money/deposit/parts/agree-sheet.tsx'), { orderId, ruled })) onAgreed()
  }
  return (
    <Stack gap={8}>
      <Notice>
        {ruled.length > 0 ? '下单时该车型未设押金，现在已有规则' : '该车型未设押金'}
        {!mayAgree && '，请店长设置或约定押金'}
      </Notice>
      <Row gap={8} wrap>
        {mayAgree && (
          <Button size="s" variant="tint" onClick={() => void agree()}>
            {ruled.length > 0 ? '按规则收押金' : '约定本单押金'}
          </Button>
        )}
        {ruled.length === 0 && mayEdit && (
          <Button size="s" onClick={() => void openDepositGaps()}>
            设置车型押金
          </Button>
        )}
      </Row>
    </Stack>
  )
}
