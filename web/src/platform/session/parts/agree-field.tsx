import { errorOf, type FormField } from '../../../form/form-field.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Row } from '../../../ui/layout.tsx'
import { sessionScreens } from '../screens.ts'

/** The checkbox for accepting both legal texts, with links to them. */
export const AgreeField = ({ of }: { of: FormField<boolean | null> }) => (
  <Field label={<span className="visually-hidden">协议</span>} error={errorOf(of)} group>
    <Row wrap note className="sign-agree">
      <Checkbox checked={of.value === true} onChange={({ target }) => of.set(target.checked || null)}>
        已阅读并同意
      </Checkbox>
      <Link to={sessionScreens.serviceAgreement}>《服务协议》</Link>
      <Link to={sessionScreens.privacyPolicy}>《隐私政策》</Link>
    </Row>
  </Field>
)
