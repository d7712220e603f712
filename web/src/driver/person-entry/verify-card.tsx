import { documentName } from '@cheyi/domain/driver/documents'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { TextInput } from '../../ui/field/input.tsx'
import { ChipRadios } from '../../ui/frame/chips.tsx'
import { Box, Note, Stack } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { verifyMark } from '../parts/person-words.ts'
import type { PersonForm } from './use-entry.ts'

/** What is said most often; the rest is typed. */
const usual = ['客户不同意留存，已核对原件', '已另存纸质复印件'].map((value) => ({ value, label: value }))

/** What is compared, and why pictures that the merchant asks for are not there. */
export function VerifyCard({ form, onFail }: { form: PersonForm; onFail: () => void }) {
  const { entry, stored, busy, missing, waived, setWaived, problems } = form
  const mark = stored && verifyMark(stored)
  return (
    <Card pad title="证件核验" extra={mark && <Tag tone={mark.tone}>{mark.text}</Tag>}>
      <Stack gap={12}>
        <Note>请对照证件原件与客户本人，确认姓名、号码、有效期和准驾车型一致</Note>
        {missing.length > 0 && (
          <Field
            layout="stack"
            label="未留存照片的原因"
            optional
            error={problems.waiveReason}
            hint={`核验通过前还需拍${missing.map((slot) => documentName(slot, entry.identityType)).join('、')}；无法留存时填写原因`}
          >
            <Stack gap={8}>
              <ChipRadios look="wrap" label="常用原因" options={usual} value={waived} onChange={setWaived} />
              <TextInput
                look="box"
                value={waived}
                maxLength={100}
                placeholder="如不能拍照，请说明"
                onChange={(event) => setWaived(event.target.value)}
              />
            </Stack>
          </Field>
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
