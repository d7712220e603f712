import './second-factor.css'
import { Button, MainButton } from '../../../ui/button.tsx'
import { Grid, Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { Card } from '../../../ui/show/card.tsx'

/** Shown only once: a user who loses the phone signs in with one of these codes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast('已复制恢复码')
    } catch {
      toast('复制失败，请手动抄写', { error: true })
    }
  }
  return (
    <>
      <Notice>恢复码只显示这一次，请抄写或保存在安全的地方。手机不在身边时，每枚可代替验证码登录一次</Notice>
      <Card pad title="恢复码">
        <Grid as="ul" columns={2} gap={[8, 16]} className="factor-codes num" aria-label="恢复码">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Grid>
      </Card>
      <Stack gap={12} bare>
        <Button variant="outline" size="l" block onClick={() => void copy()}>
          复制全部
        </Button>
        <MainButton onClick={onDone}>已保存好</MainButton>
      </Stack>
    </>
  )
}
