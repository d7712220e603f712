/** @jsxImportSource preact */
import { say } from '../../src/words/words.ts'
import type { Home } from '../view.ts'
import { textOf } from './code-fields.tsx'

/** The consent to be recognised inside WeChat, beside the code of the mobile. */
export const RememberTick = ({ home }: { readonly home: Home }) =>
  home.wechat && (
    <label class="tick">
      <input type="checkbox" name="remember" />
      <span>{say('下次在微信中打开时直接登录，并用微信接收提醒；可在我的租车关闭')}</span>
    </label>
  )

/** The proof of a mobile as the form has it, with that consent. */
export const proofOf = (form: HTMLFormElement) => ({
  mobile: textOf(form, 'mobile'),
  smsCode: textOf(form, 'smsCode'),
  remember: textOf(form, 'remember') !== '',
})
