#!/bin/sh
# Makes a certificate authority and one certificate for each machine in the current folder:
#   sh certificates.sh n1=10.0.0.21 n2=10.0.0.22 n3=10.0.0.23
# A later run with the same folder adds machines. Keep ca.key away from them.
set -eu
umask 077
[ -e ca.key ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
  -subj "/CN=cheyi database" -keyout ca.key -out ca.crt
for machine in "$@"; do
  name=${machine%%=*}
  # A server reaches each machine through HAProxy on its own 127.0.0.1, so every certificate names that too.
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1825 -CA ca.crt -CAkey ca.key \
    -subj "/CN=$name" -addext "subjectAltName=IP:${machine#*=},IP:127.0.0.1,DNS:localhost" \
    -addext "basicConstraints=critical,CA:FALSE" -keyout "$name.key" -out "$name.crt"
done
chmod 0644 ./*.crt
