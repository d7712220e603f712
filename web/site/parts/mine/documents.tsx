/** @jsxImportSource preact */
import { identityType, identityTypes, isVerified, verifyStatus } from '@cheyi/domain/rental/driver/codes'
import { documentName } from '@cheyi/domain/rental/driver/documents'
import { hasBackSide } from '@cheyi/domain/rental/driver/papers'
import { useState } from 'preact/hooks'
import { compressImage } from '../../../src/kernel/media/image.ts'
import { sayMoment } from '../../../src/words/dates.ts'
import { say, translate } from '../../../src/words/words.ts'
import { sendPicture } from '../../ask.ts'
import type { Rental } from '../../view.ts'
import { Problem } from '../problem.tsx'
import { useAct } from './use-act.ts'

/** Pixels of the longer side: small print of a licence is legible, and a slow phone sends half a megabyte. */
const LONGEST_SIDE = 2000

/** The documents of the renter: what is wanted, until when, and each picture with one tap. Pictures are not shown again. */
export function DocumentsCard({ site, rental }: { readonly site: string; readonly rental: Rental }) {
  const act = useAct()
  const [documents, setDocuments] = useState(rental.documents)
  const [kind, setKind] = useState(rental.documents?.identityType)
  const [said, setLicence] = useState(rental.documents?.licenceKind ?? null)
  const [until, setUntil] = useState(rental.documents?.permitUntil ?? '')
  const [agreed, setAgreed] = useState(false)
  if (documents === null || kind === undefined) return null
  const { status, by, consent, returnOn, licences } = documents
  const licence = licences.find((one) =>
    said === null ? one.usual && kind === identityType.idCard : one.kind === said,
  )
  const pages = documents.pages.filter(({ slot }) => slot !== 'imgBack' || hasBackSide(kind))
  if (isVerified(status))
    return (
      <section class="card">
        <h2>{say('证件')}</h2>
        <p>{say('证件已核验，取车时请带好原件')}</p>
      </section>
    )
  if (pages.length === 0) return null
  const missing = pages.filter(({ taken }) => !taken).length
  const isLate = licence?.ends && until !== '' && until < returnOn
  const isDrivable = licence?.valid && !(licence.ends && (until === '' || isLate))
  const mayTake = (slot: (typeof pages)[number]['slot']) =>
    (consent === null || agreed) && !act.busy && (isDrivable || !slot.startsWith('licence'))
  const take = (slot: (typeof pages)[number]['slot'], file: File | undefined) => {
    if (file === undefined) return
    void act.run(async () => {
      const ofLicence = { licenceKind: licence?.kind, permitUntil: licence?.ends && until !== '' ? until : undefined }
      const input = { orderId: rental.orderId, slot, identityType: kind, consent: agreed, ...ofLicence }
      const answer = await sendPicture(site, 'document', input, await compressImage(file, LONGEST_SIDE))
      setDocuments(answer.documents)
    })
  }
  return (
    <section class="card">
      <h2>{say('证件')}</h2>
      {status === verifyStatus.failed && <Problem text={say('证件未通过核验，请重新上传或致电门店')} />}
      <p class="quiet">
        {missing > 0
          ? say('请在 {time} 前上传，门店提前核验，取车更快；也可以取车时出示原件', { time: sayMoment(by) })
          : say('已上传，门店核验后会通知您；取车时请带好原件')}
      </p>
      <label>
        <span>{say('证件类型')}</span>
        <select
          value={String(kind)}
          onChange={(event) => setKind(Number(event.currentTarget.value) as typeof kind)}
          disabled={act.busy}
        >
          {identityTypes.values.map((type) => (
            <option key={type} value={String(type)}>
              {translate(identityTypes.text(type))}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{say('驾驶证类型')}</span>
        <select
          value={licence === undefined ? '' : String(licence.kind)}
          onChange={(event) => setLicence(Number(event.currentTarget.value) as typeof said)}
          disabled={act.busy}
        >
          {licence === undefined && <option value="">{say('请选择')}</option>}
          {licences.map(({ kind: one, name }) => (
            <option key={one} value={String(one)}>
              {translate(name)}
            </option>
          ))}
        </select>
      </label>
      {licence?.ends && (
        <label>
          <span>{say('临时驾驶许可截止日期')}</span>
          <input
            type="date"
            value={until}
            min={returnOn}
            onInput={(event) => setUntil(event.currentTarget.value)}
            disabled={act.busy}
          />
        </label>
      )}
      {isLate && <Problem text={say('临时驾驶许可须在还车日仍有效')} />}
      {licence !== undefined && (
        <p class={licence.valid ? 'quiet' : 'why'} role={licence.valid ? undefined : 'alert'}>
          {translate(licence.duty)}
        </p>
      )}
      {consent !== null && (
        <label class="tick">
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.currentTarget.checked)} />
          <span>{translate(consent.replace('客户', '我'))}</span>
        </label>
      )}
      <Problem text={act.problem} />
      <ul class="plain">
        {pages.map(({ slot, taken }) => {
          const name = translate(documentName(slot, kind, licence?.kind))
          return (
            <li key={slot} class="document">
              <span>{name}</span>
              <span>{taken ? say('已上传') : say('未上传')}</span>
              <label class={`take${mayTake(slot) ? '' : ' off'}`}>
                <span>{taken ? say('重拍') : say('拍照上传')}</span>
                <input
                  type="file"
                  accept="image/*"
                  aria-label={say('上传{name}', { name })}
                  disabled={!mayTake(slot)}
                  onChange={(event) => {
                    const { currentTarget } = event
                    take(slot, currentTarget.files?.[0])
                    currentTarget.value = ''
                  }}
                />
              </label>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
