import { consentKind, consentText } from '@cheyi/domain/driver/consent'
import { documentName } from '@cheyi/domain/driver/documents'
import { missingSlots } from '@cheyi/domain/driver/papers'
import { useId } from 'react'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Box, Grid, Note, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { DocumentTile } from './document-tile.tsx'
import { FACE, PAPERS } from './entry.ts'
import { ReadingNotes } from './reading-notes.tsx'
import type { PersonForm } from './use-entry.ts'

/** Pictures of both documents. The customer is asked once whether they may be kept. */
export function PhotosCard({ form }: { form: PersonForm }) {
  const { entry, pictures, problems, agreedBefore, consent, setConsent, asked } = form
  const needed = asked ? missingSlots(asked, entry.identityType, []) : PAPERS
  return (
    <Card pad title="证件照片">
      <Grid fit={140} gap={12}>
        {PAPERS.map((slot) => (
          <DocumentTile
            key={slot}
            name={documentName(slot, entry.identityType)}
            optional={!needed.includes(slot)}
            error={problems[slot]}
            {...pictures.tile(slot)}
          />
        ))}
      </Grid>
      {problems.pictures && <Problem text={problems.pictures} />}
      <ReadingNotes reading={form.reading} />
      {!agreedBefore && (
        <Consent top={12} checked={consent} onChange={setConsent} error={problems.consent}>
          {consentText(consentKind.documents).text}
        </Consent>
      )}
    </Card>
  )
}

/** A picture of the face: never asked for without a consent of its own, and never needed. */
export function FaceCard({ form }: { form: PersonForm }) {
  const { pictures, problems, faceConsent, setFaceConsent } = form
  return (
    <Card pad title="人脸照片" extra={<Text note>选填</Text>}>
      <Consent checked={faceConsent} onChange={setFaceConsent} error={problems.faceConsent}>
        {consentText(consentKind.face).text}
      </Consent>
      {faceConsent && (
        <Grid fit={140} gap={12} top={12}>
          <DocumentTile name="人脸" error={problems[FACE]} {...pictures.tile(FACE)} />
        </Grid>
      )}
    </Card>
  )
}

interface ConsentProps {
  readonly checked: boolean
  readonly onChange: (on: boolean) => void
  readonly error?: string
  readonly top?: 12
  readonly children: string
}

function Consent({ checked, onChange, error, top, children }: ConsentProps) {
  const id = useId()
  return (
    <Box size="s" top={top} data-field-error={error ? true : undefined}>
      <Checkbox
        checked={checked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      >
        {children}
      </Checkbox>
      {error && <Problem id={id} text={error} />}
    </Box>
  )
}

const Problem = ({ id, text }: { id?: string; text: string }) => (
  <Note top={4} ink="danger" id={id} role="alert">
    {text}
  </Note>
)
