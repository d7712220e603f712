-- Long orders by the company that pays them.
create index order_payer on "order" (merchant_id, payer_name, id) where payer_name <> '';
