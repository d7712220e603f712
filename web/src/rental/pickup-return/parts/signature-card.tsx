import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Card, Note, Stack } from '../../../ui/layout.tsx'
import { SignaturePad } from '../../../ui/media/later.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { StepProps } from './flow.ts'
import { useSignature } from './use-signature.ts'

/** The customer signs for the readings and the damage; the picture is stored with the record. */
export function SignatureCard({ flow }: StepProps) {
  const { tile, url: shown, retry, sign } = useSignature(flow)
  const [strokes, setStrokes] = useState<Blob | null>(null)
  const [checked, setChecked] = useState(false)
  const [again, setAgain] = useState(false)

  if (shown !== undefined && !again) {
    return (
      <Card
        pad
        title="客户签字确认"
        extra={
          <Button size="s" icon="refresh" onClick={() => setAgain(true)}>
            重签
          </Button>
        }
      >
        <div className="handover-signature">
          <img src={shown} alt="客户签名" />
        </div>
        {tile?.status === 'failed' && (
          <Notice tone="danger" action={{ label: '重试', onClick: () => retry(tile.id) }}>
            {tile.message}
          </Notice>
        )}
        {tile?.status === 'uploading' && <Note>签名上传中</Note>}
      </Card>
    )
  }
  async function accept() {
    if (strokes === null) return
    await sign(strokes)
    setStrokes(null)
    setAgain(false)
  }
  return (
    <Card pad title="客户签字确认" extra="选填">
      <Stack gap={12}>
        <SignaturePad label="客户签字" onChange={setStrokes} />
        {strokes !== null && (
          <>
            <Checkbox checked={checked} onChange={(event) => setChecked(event.target.checked)}>
              客户已当面核对里程、油电与车损
            </Checkbox>
            <Button variant="tint" reason={checked ? undefined : '请客户先核对里程、油电与车损'} onClick={accept}>
              确认签字
            </Button>
          </>
        )}
      </Stack>
    </Card>
  )
}
