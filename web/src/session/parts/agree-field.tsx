import { Link } from '../../kernel/link.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { sessionScreens } from '../screens.ts'

interface AgreeFieldProps {
  value: boolean
  onChange: (agree: boolean) => void
  error?: string | undefined
}

/** The tick under both texts, which can be read from here. */
export function AgreeField({ value, onChange, error }: AgreeFieldProps) {
  return (
    <Field label={<span className="visually-hidden">协议</span>} layout="stack" error={error} group>
      <div className="sign-agree">
        <Checkbox checked={value} onChange={(event) => onChange(event.target.checked)}>
          已阅读并同意
        </Checkbox>
        <Link to={sessionScreens.serviceAgreement}>《服务协议》</Link>
        <Link to={sessionScreens.privacyPolicy}>《隐私政策》</Link>
      </div>
    </Field>
  )
}
