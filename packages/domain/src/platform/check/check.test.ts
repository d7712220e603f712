import { describe, expect, it } from 'vitest'
import { plateColor, plateKind } from '../../fleet/inventory/codes.ts'
import { gender, identityType } from '../../rental/driver/codes.ts'
import { companyCodeProblem, isCompanyCode } from './company-code.ts'
import { idProblem, isIdNumber, normaliseId, readIdNumber } from './id-number.ts'
import { contactPhoneProblem, isContactPhone, isMobile, normalisePhone, takesTexts } from './mobile.ts'
import { passwordProblem } from './password.ts'
import { displayPlate, normalisePlate, plateColorOf, plateKindOf, plateProblem } from './plate.ts'
import { isVin, isVinChecked, normaliseVin, vinProblem } from './vin.ts'

describe('phones', () => {
  it.each(['13800000000', '19912345678'])('%s is a mobile', (text) => expect(isMobile(text)).toBe(true))
  it.each(['12800000000', '1380000000', '138000000000', '+8613800000000', ''])('%s is no mobile', (text) => {
    expect(isMobile(text)).toBe(false)
  })
  it('accepts an international number for a customer', () => {
    expect(isContactPhone('+447911123456')).toBe(true)
    expect(isContactPhone('+0447911123')).toBe(false)
    expect(normalisePhone('138-0000 0000')).toBe('13800000000')
  })
  it('says what is wrong', () => {
    expect(contactPhoneProblem('123')).toBe('请输入正确的手机号')
  })
})

describe('ID numbers', () => {
  it('verifies the check digit', () => {
    expect(isIdNumber('11010519491231002X')).toBe(true)
    expect(isIdNumber('110105194912310021')).toBe(false)
  })
  it.each(['110105194913310023', '110105194902300025', '11010518491231002X', '1101051949123100', ''])(
    '%s is refused',
    (text) => expect(isIdNumber(text)).toBe(false),
  )
  it('derives birthday and gender', () => {
    expect(readIdNumber('11010519491231002X')).toEqual({ birthday: '1949-12-31', gender: gender.female })
    expect(readIdNumber('x')).toBeNull()
    expect(normaliseId(' 11010519491231002x ')).toBe('11010519491231002X')
  })
  it.each([
    [identityType.idCard, '11010519491231002X', true],
    [identityType.idCard, 'E12345678', false],
    [identityType.passport, 'E12345678', true],
    [identityType.passport, 'E1', false],
    [identityType.hkMacauPermit, 'H12345678', true],
    [identityType.hkMacauPermit, 'HA1234567', true],
    [identityType.idCard, normaliseId('１１０１０５１９４９１２３１００２ｘ'), true],
    [identityType.hkMacauPermit, '12345678', false],
    [identityType.taiwanPermit, '12345678', true],
    [identityType.hkMacauTaiwanResidence, '11010519491231002X', false],
    [identityType.foreignerResidence, 'USA310085012345', true],
    [identityType.foreignerResidence, 'E12345678', false],
  ])('document kind %i: %s → %s', (type, id, ok) => {
    expect(idProblem(type, id)).toBe(ok ? null : '证件号码格式不正确')
  })
  it('requires a number', () => expect(idProblem(identityType.idCard, '')).toBe('请输入证件号码'))
})

describe('plates', () => {
  it.each([
    ['沪A12345', plateKind.ordinary],
    ['京A0B12C', plateKind.ordinary],
    ['沪AD12345', plateKind.smallNewEnergy],
    ['粤BDF1234', plateKind.smallNewEnergy],
    ['粤B12345D', plateKind.largeNewEnergy],
    ['粤Z1234港', plateKind.hkMacau],
    ['鲁A1234挂', plateKind.trailer],
    ['沪A1234', null],
    ['沪AI2345', null],
    ['京AABCDE', null],
    ['沪AF1234K', null],
    ['粤B1234挂港', null],
    ['台A12345', null],
    ['京A0ABCD', null],
  ])('%s is kind %s', (plate, kind) => expect(plateKindOf(plate)).toBe(kind))

  it.each([
    [plateKind.ordinary, plateColor.blue],
    [plateKind.smallNewEnergy, plateColor.gradientGreen],
    [plateKind.largeNewEnergy, plateColor.yellowGreen],
    [plateKind.hkMacau, plateColor.black],
    [plateKind.trailer, plateColor.yellow],
    [plateKind.temporary, plateColor.other],
  ])('kind %i has colour %i', (kind, color) => expect(plateColorOf(kind)).toBe(color))

  it('accepts spaces, dots and lower case', () => {
    expect(normalisePlate(' 沪a·d6j19 ')).toBe('沪AD6J19')
    expect(normalisePlate('粤z-1234港')).toBe('粤Z1234港')
  })

  it('says what is wrong for the kind', () => {
    const none = { expireOn: null, today: '2026-11-20' }
    expect(plateProblem(plateKind.ordinary, '', none)).toBe('请输入车牌号')
    expect(plateProblem(plateKind.ordinary, '沪AD12345', none)).toBe('车牌号格式不正确')
    expect(plateProblem(plateKind.ordinary, '沪A12345', none)).toBeNull()
    expect(plateProblem(plateKind.temporary, '沪临123', none)).toBe('请选择临牌有效期')
    expect(plateProblem(plateKind.temporary, '沪临123', { ...none, expireOn: '2027-02-18' })).toBeNull()
    expect(plateProblem(plateKind.temporary, '沪临123', { ...none, expireOn: '2027-02-19' })).toBe('临牌有效期最长90天')
    expect(plateProblem(plateKind.temporary, '沪临123456789', { ...none, expireOn: '2026-12-01' })).toBe(
      '车牌号格式不正确',
    )
  })

  it('shows a plate with the dot of the metal one', () => {
    expect(displayPlate('沪AD6J19')).toBe('沪A·D6J19')
    expect(displayPlate('沪AF88213')).toBe('沪A·F88213')
    expect(displayPlate('临牌')).toBe('临牌')
  })
})

describe('frame numbers', () => {
  it('have 17 characters without I, O, Q', () => {
    expect(isVin('1M8GDM9AXKP042788')).toBe(true)
    expect(vinProblem('1M8GDM9AXKP04278')).toBe('车架号应为17位，且不含I、O、Q')
    expect(vinProblem('1M8GDM9AXKP04278O')).not.toBeNull()
    expect(normaliseVin(' 1m8gdm9axkp042788')).toBe('1M8GDM9AXKP042788')
  })
  it('warn when the check digit is wrong', () => {
    expect(isVinChecked('1M8GDM9AXKP042788')).toBe(true)
    expect(isVinChecked('1M8GDM9A1KP042788')).toBe(false)
    expect(isVinChecked('short')).toBe(false)
  })
})

describe('passwords', () => {
  it.each(['Cheyi2026', 'abcdefgh', '12345678', ' 两端有空格也算 ', '密码abc12345', `a1${'x'.repeat(62)}`])(
    '%j is good',
    (text) => {
      expect(passwordProblem(text, '13800000001')).toBeNull()
    },
  )
  it.each(['a123456', '密码太短', `a1${'x'.repeat(63)}`])('%s is refused', (text) => {
    expect(passwordProblem(text, '13800000001')).toBe('密码须为8-64位')
  })
  it.each(['cheyi123', 'Zuche888', 'password!', 'Admin_01'])('%s is refused as an obvious guess', (text) => {
    expect(passwordProblem(text, '')).toBe('密码不能只是产品或行业名称加数字')
  })
  it('must not contain the mobile number', () => {
    expect(passwordProblem('a13800000001', '13800000001')).toBe('密码不能包含手机号')
  })
})

describe('company codes', () => {
  it('verify their check character', () => {
    expect(isCompanyCode('91350100M000100Y43')).toBe(true)
    expect(isCompanyCode('91350100M000100Y44')).toBe(false)
    expect(isCompanyCode('91350100I000100Y43')).toBe(false)
    expect(isCompanyCode('9135')).toBe(false)
    expect(companyCodeProblem('9135')).toBe('统一社会信用代码不正确')
  })
})

describe('a phone has one stored spelling', () => {
  it.each([
    ['+8613800001234', '13800001234'],
    ['86-138-0000-1234', '13800001234'],
    ['0086 138 0000 1234', '13800001234'],
    ['１３８　００００　１２３４', '13800001234'],
    ['\u202a138\u00a00000 1234\u202c', '13800001234'],
    ['138‑0000‑1234', '13800001234'],
    ['95187123456,1234', '95187123456,1234'],
    ['95187123456，1234', '95187123456,1234'],
    ['95187123456-1234', '95187123456,1234'],
    ['17000000001-123', '17000000001,123'],
    ['17000000001转123', '17000000001,123'],
    ['+86 170 0000 0001 转 123', '17000000001,123'],
    ['+852 9123 4567', '+85291234567'],
  ])('%s is stored as %s', (typed, kept) => {
    expect(normalisePhone(typed)).toBe(kept)
    expect(normalisePhone(kept)).toBe(kept)
    expect(isContactPhone(kept)).toBe(true)
  })

  it.each(['138', '1380000123', '95187', '13800001234,', '13800001234,1234567', '1,2', '+8613800001234'])(
    '%s is none',
    (text) => expect(isContactPhone(text)).toBe(false),
  )

  it('a number without an extension can receive text messages', () => {
    expect(['13800001234', '+85291234567', '95187123456', '17000000001,123'].filter(takesTexts)).toEqual([
      '13800001234',
      '+85291234567',
    ])
  })
})
