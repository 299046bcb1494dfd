# Builds the tool.
ARG BASE=debian:12
FROM debian:12 AS builder
WORKDIR /src
COPY --chown=1000:1000 main.c util.c /src/
ENV FIRST=one SECOND="two words"
LABEL version="1.0" owner=me
RUN apt-get update && apt-get install -y \
    gcc \
    make
RUN make -j4 all
FROM ${BASE}
COPY --from=builder /src/tool /usr/bin/tool
EXPOSE 80 443/tcp
USER nobody:nogroup
VOLUME ["/data"]
HEALTHCHECK --interval=5s CMD curl localhost
ENTRYPOINT ["/usr/bin/tool", "--serve"]
CMD ["--port", "80"]
