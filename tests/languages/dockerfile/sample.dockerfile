# syntax=docker/dockerfile:1
ARG VERSION=3.11
ARG BARE
# The base.
FROM --platform=linux/amd64 python:${VERSION}-slim AS base
ENV A=1 B=2
ENV OLD value
WORKDIR /app
RUN pip install x && \
    echo y
RUN <<EOF
FROM fake
EOF
FROM base AS build
ARG INNER=1
COPY --from=base /a /b
LABEL x=y
HEALTHCHECK CMD true
FROM scratch
COPY --from=build /a /b
EXPOSE 80
ENTRYPOINT ["x"]
FROM ghcr.io/org/image@sha256:abc AS final
USER x
