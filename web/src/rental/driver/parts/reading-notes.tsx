import { Button, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import type { Reading } from './use-reading.ts'

/** The values read from the pictures, to be compared with the documents; where they differ from the entered ones, the clerk chooses. */
export function ReadingNotes({ reading }: { readonly reading: Reading }) {
  const { busy, failed, filled, conflicts, take, keep } = reading
  return (
    <Stack gap={8} top={12} role="status">
      {busy && <Note>正在识别照片…</Note>}
      {failed && !busy && <Note>{failed}</Note>}
      {filled.length > 0 && <Notice tone="primary">已按照片填写{filled.join('、')}，请核对</Notice>}
      {conflicts.map((one) => (
        <Notice key={one.key}>
          <Stack gap={8} data-differs>
            照片上的{one.label}是「{one.text}」，与已填的不同，选择后才能核验通过
            <Row gap={8}>
              <Button size="s" onClick={() => take(one)}>
                采用
              </Button>
              <Button size="s" onClick={() => keep(one)}>
                不采用
              </Button>
            </Row>
          </Stack>
        </Notice>
      ))}
    </Stack>
  )
}
