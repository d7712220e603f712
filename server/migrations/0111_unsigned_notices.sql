-- What nobody signed anybody may send: so much of it is kept in a day.
create index pay_notice_unsigned on pay_notice (merchant_id, channel_id, at) where verdict = 'unsigned';
