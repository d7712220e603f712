import { useState } from 'react'
import { agreementSaveCertificate } from '../../../form/calls/agreement-save-certificate.gen.ts'
import { agreementSaveStamp } from '../../../form/calls/agreement-save-stamp.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FieldRow } from '../../../form/field-row.tsx'
import { slotOf } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import { pickFiles } from '../../../kernel/media/file-pick.ts'
import { useSheetFiles, useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened.tsx'
import { TextInput } from '../../../ui/field/field.tsx'
import { Button, Note } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'

/** A picture of the company seal, printed on all later documents. */
export function StampSheet({ answer }: Asks<true>) {
  const picture = slotOf(useUploads('merchant', useSheetFiles()), 'stamp', '图片')
  const form = useEntry(agreementSaveStamp, {
    files: () => ({ mediaId: picture }),
    toInput: () => ({ mediaId: picture.ids().at(-1) ?? '' }),
    toast: '印章图样已上传，之后的合同使用它',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="上传印章图样" of={form} action="上传">
      <FieldRow of={form.fields.mediaId} group words={() => '1张'}>
        <UploadGrid {...picture.grid} items={picture.grid.items.slice(-1)} max={1} addLabel="选择图片" />
      </FieldRow>
      <Note>请上传背景透明的PNG，或白底的清晰扫描件，宽高均不小于200像素。已生成的合同不会改变。</Note>
    </EntrySheet>
  )
}

/** Maximum file size; a certificate file has a few kB. */
const MOST_BYTES = 15_000

/** The certificate file of an authority, and its password. */
export function UploadSheet({ answer }: Asks<true>) {
  const [name, setName] = useState('')
  const form = useEntry(agreementSaveCertificate, {
    toast: ({ current }) => (current ? '证书已上传，之后的合同由它签名' : '证书已上传'),
    onSent: () => answer(true),
  })
  const { fields } = form
  async function pick() {
    const [file] = await pickFiles({ accept: '.p12,.pfx,application/x-pkcs12', multiple: false, camera: false })
    if (file === undefined) return
    if (file.size > MOST_BYTES) return feedback.toast('文件不是p12或pfx证书', 'error')
    const bytes = new Uint8Array(await file.arrayBuffer())
    setName(file.name)
    form.set({ p12: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) })
  }
  return (
    <EntrySheet title="上传公司证书" of={form} action="上传">
      <FieldRow of={fields.p12} group words={() => name}>
        <Button icon="document" onClick={() => void pick()}>
          {name || '选择p12或pfx文件'}
        </Button>
      </FieldRow>
      <FieldRow of={fields.password} words={() => ''}>
        <TextInput
          type="password"
          autoComplete="off"
          value={fields.password.value ?? ''}
          onChange={({ target }) => fields.password.set(target.value)}
        />
      </FieldRow>
      <Note>证书须为签名证书，持有人与商家名称一致。私钥加密保存，密码只用来打开文件，不保存也不记录。</Note>
    </EntrySheet>
  )
}
