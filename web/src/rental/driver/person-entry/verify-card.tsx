import { documentName } from '@cheyi/domain/rental/driver/documents'
import { Button } from '../../../ui/button.tsx'
import { Box, Note, Stack } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { verifyMark } from '../parts/verify-mark.ts'
import { ReasonField } from './reason-field.tsx'
import { RegisterPart } from './register-part.tsx'
import type { PersonForm } from './use-entry.ts'

/** What is compared, and why it is verified without required pictures or against the register's answer. */
export function VerifyCard({ form, onFail }: { form: PersonForm; onFail: () => void }) {
  const { entry, stored, busy, missing, waived, setWaived, problems } = form
  const mark = stored && verifyMark(stored)
  return (
    <Card pad title="证件核验" extra={mark && <Tag tone={mark.tone}>{mark.text}</Tag>}>
      <Stack gap={12}>
        <Note>请对照证件原件与客户本人，确认姓名、号码、有效期和准驾车型一致</Note>
        <RegisterPart form={form} />
        {missing.length > 0 && (
          <ReasonField
            label="未留存照片的原因"
            optional
            hint={`核验通过前还需拍${missing.map((slot) => documentName(slot, entry.identityType)).join('、')}；无法留存时填写原因`}
            error={problems.waiveReason}
            usual={['客户不同意留存，已核对原件', '已另存纸质复印件']}
            placeholder="如不能拍照，请说明"
            value={waived}
            onChange={setWaived}
          />
        )}
        <Box>
          <Button variant="danger" size="s" loading={busy} onClick={onFail}>
            核验不通过
          </Button>
        </Box>
      </Stack>
    </Card>
  )
}
